import { isFields, isObject } from '../../json.ts'
import { termId } from '../../words/words.ts'
import { isIdentifier, shortList, withKey } from '../tool-data/key-value.ts'
import { LONGEST_NAME, type Owner, ownerOf, ownersOf } from '../tool-data/owner.ts'
import { ERROR } from './ledger-lines.ts'
import { cutAtSpace } from './typed/left-out.ts'

/** One value of a JSON text as the ledger writes it. */
export interface LedgerValue {
  /** The value, with its key unless it is long, an identifier, or a string of a longer JSON text: `status=open`. */
  readonly text: string
  /** How likely an agent needs the exact string again, per token. */
  readonly weight: number
  /** The name of the value's record (innermost object), if it has one: `zone=north`. */
  readonly owner?: string | undefined
  /** Hash of the owner and the key. A later value with the same hash replaces this one. */
  readonly field?: number | undefined
  /** Number of that record. Values of one record are listed together. */
  readonly record: number
}

/** Limits of the algorithm: values and depth up to which a JSON text is read, and characters of a value. */
const MAX_VALUES = 4000
const MAX_DEPTH = 40
const LONGEST_VALUE = 400
/**
 * A text of at most this number of values is written as statements: each value with its key and its owner. A longer
 * text gives strings without keys, and figures of two characters or more. If keys took half of the room, the ledger
 * listed 8 % less of the text that agents needed again; with keys in the records that the conversation names, 14 %.
 */
const MAX_STATED = 14

interface Place {
  readonly key: string
  readonly owner: string | undefined
  readonly record: number
  readonly depth: number
  readonly isListed: boolean
}

/** The scalar values of a JSON text whose exact string may be needed, in their order. */
export function ledgerValues(value: unknown): LedgerValue[] {
  const isStated = countValues(value, MAX_STATED) <= MAX_STATED
  const values: LedgerValue[] = []
  let records = 0
  const visit = (node: unknown, place: Place, named?: Owner): void => {
    if (values.length >= MAX_VALUES || place.depth > MAX_DEPTH) return
    const { key, owner, record } = place
    const depth = place.depth + 1
    if (Array.isArray(node)) {
      const list = isStated ? shortList(node) : undefined
      const weight = WEIGHTS.listed * node.length
      if (list !== undefined) values.push({ text: withKey(key, list), weight, owner, field: fieldOf(place), record })
      else {
        const owners = isStated ? ownersOf(node) : []
        for (const [at, item] of node.entries()) visit(item, { ...place, depth, isListed: true }, owners[at])
      }
    } else if (isFields(node)) {
      const inner = { owner: isStated ? ((named ?? ownerOf(node))?.name ?? owner) : undefined, record: ++records }
      for (const [key, item] of Object.entries(node)) {
        // A key that is itself an identifier ("card_1234": {...}) counts as a value.
        const isValue = isIdentifier(key) && typeof item === 'object'
        if (isValue) values.push({ text: key, weight: WEIGHTS.identifier, ...inner })
        visit(item, { key, ...inner, depth, isListed: false })
      }
    } else {
      const scalar = scalarOf(node, place, isStated)
      if (scalar) values.push({ ...scalar, owner, field: fieldOf(place), record })
    }
  }
  visit(value, { key: '', owner: undefined, record: 0, depth: 0, isListed: false })
  return values
}

/** The number of scalar values in a JSON text. Stops counting at `most` + 1. */
function countValues(node: unknown, most: number, depth = 0): number {
  if (!isObject(node)) return 1
  if (depth > MAX_DEPTH) return most + 1
  let count = 0
  for (const item of Object.values(node)) {
    count += countValues(item, most, depth + 1)
    if (count > most) return count
  }
  return count
}

function fieldOf({ owner, key }: Place): number | undefined {
  return owner === undefined || key === '' ? undefined : fieldHash([owner, key])
}

/** Hash of what names a field. */
export function fieldHash(names: readonly string[]): number {
  return termId(names.join('\n')) >>> 0
}

const WEIGHTS = {
  identifier: 5,
  listed: 4,
  trouble: 4,
  date: 6,
  code: 2,
  name: 3,
  figure: 0.7,
  digits: 0.3,
  prose: 0.4,
  time: 0.2,
}

const FIGURE = /^[+-]?\d+(?:[.,]\d+)*$/

function scalarOf(node: unknown, place: Place, isStated: boolean): Pick<LedgerValue, 'text' | 'weight'> | undefined {
  if (typeof node === 'number' || typeof node === 'boolean') {
    const text = String(node)
    if (isStated ? place.key === '' : typeof node === 'boolean' || text.length < 2) return undefined
    return { text: withKey(place.key, text), weight: weightOf(text, place) }
  }
  if (typeof node !== 'string' || !node.trim()) return undefined
  const text = cutAtSpace(node, LONGEST_VALUE).replace(/\s+/g, ' ')
  const isKeyed = isStated && text.length <= LONGEST_NAME
  return { text: isKeyed ? withKey(place.key, text) : text, weight: weightOf(text, place) }
}

function weightOf(text: string, place: Place): number {
  if (FIGURE.test(text) || /^(?:true|false)$/.test(text)) return text.length >= 3 ? WEIGHTS.figure : WEIGHTS.digits
  if (ERROR.test(text) || ERROR.test(place.key)) return WEIGHTS.trouble
  if (/^\d{1,2}:\d\d/.test(text)) return WEIGHTS.time
  if (/^\d{4}-\d\d-\d\d(?:[T ]\d\d:.*)?$/.test(text)) return text.length > 10 ? 0.3 : WEIGHTS.date
  if (/@|\s.*\s.*\s/.test(text)) return WEIGHTS.prose
  if (isIdentifier(text) || /(?:^|_)id$/i.test(place.key)) return WEIGHTS.identifier
  if (place.isListed) return WEIGHTS.listed
  if (/^[\p{Lu}]{3,4}$/u.test(text)) return WEIGHTS.code
  if (/^\p{Lu}\p{Ll}+$/u.test(text)) return WEIGHTS.name
  return /_/.test(text) ? WEIGHTS.name : WEIGHTS.prose
}
