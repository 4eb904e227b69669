import { type Fields, isFields } from '../../json.ts'
import { DAY, isIdentifier, withKey } from './key-value.ts'

/** The name of a record: one or two of its values, and these values after their keys. */
export interface Owner {
  readonly keys: readonly string[]
  readonly value: string
  readonly name: string
}

/** A longer string is a description and not a name. */
export const LONGEST_NAME = 40
/** Four words or more. */
const SENTENCE = /\s\S+\s\S+\s/
const NAMING_KEY = /(?:^|[_-])(?:id|number|no|code|key|name)$/i
const NO_KEYS: ReadonlySet<string> = new Set()
/** A list has a naming column only when it has at least this number of records. */
const LEAST_RECORDS = 3
/** Columns that may name the records of a list. */
const MAX_NAMING = 3

/**
 * The name of an object: its identifier; else the value of a key that names the records of a list (`known`); else its first field
 * if that is a string, and neither a date nor a sentence.
 */
export function ownerOf(record: Fields, known: ReadonlySet<string> = NO_KEYS): Owner | undefined {
  const fields = Object.entries(record)
  // An object with a single field is part of the record around it.
  if (fields.length < 2) return undefined
  const [first, value] = fields[0]!
  const naming = fields.find(([key, value]) => NAMING_KEY.test(key) && isNumberOrIdentifier(value))?.[0]
  if (naming !== undefined) return ownerBy(record, [naming])
  if (typeof value === 'string' && isIdentifier(value)) return ownerBy(record, [first])
  const usual = fields.find(([key, value]) => known.has(key) && namesRow(value))?.[0]
  if (usual !== undefined) return ownerBy(record, [usual])
  return typeof value === 'string' && isName(value) ? ownerBy(record, [first]) : undefined
}

/** The name of each item of a list. Undefined for items that no value distinguishes from the others. */
export function ownersOf(items: readonly unknown[], known?: ReadonlySet<string>): readonly (Owner | undefined)[] {
  const keys = namingKeys(items)
  if (keys) return items.map((item) => ownerBy(item as Fields, keys))
  const owners = items.map((item) => (isFields(item) ? ownerOf(item, known) : undefined))
  const names = owners.flatMap((owner) => (owner ? [owner.name] : []))
  return new Set(names).size === names.length ? owners : owners.map(() => undefined)
}

/**
 * The keys that name the objects of a list: one of the first keys if its value, a word or a whole number, is different in every
 * object; else the first two keys together.
 */
export function namingKeys(items: readonly unknown[]): readonly string[] | undefined {
  const [first] = items
  if (items.length < LEAST_RECORDS || !isFields(first)) return undefined
  const keys = Object.keys(first)
  if (keys.length < 2) return undefined
  const columns = [...keys.slice(0, MAX_NAMING).map((key) => [key]), ...(keys.length > 2 ? [keys.slice(0, 2)] : [])]
  return columns.find((column) => {
    const rows = items.map((item) => column.map((key) => (isFields(item) ? item[key] : undefined)))
    return rows.every((row) => row.every(namesRow)) && new Set(rows.map((row) => row.join('\n'))).size === items.length
  })
}

function ownerBy(record: Fields, keys: readonly string[]): Owner {
  const values = keys.map((key) => String(record[key]))
  return { keys, value: values.join(' '), name: keys.map((key, place) => withKey(key, values[place]!)).join(' ') }
}

function namesRow(value: unknown): boolean {
  if (typeof value === 'number') return Number.isInteger(value)
  return typeof value === 'string' && value.length > 0 && value.length <= LONGEST_NAME && !SENTENCE.test(value)
}

/** A whole number that a double cannot hold, as `parseToQuote` returns it. */
const LONG_INTEGER = /^-?\d{16,}$/

function isNumberOrIdentifier(value: unknown): boolean {
  if (typeof value === 'number') return Number.isInteger(value)
  return typeof value === 'string' && (isIdentifier(value) || LONG_INTEGER.test(value))
}

function isName(text: string): boolean {
  if (text.length > LONGEST_NAME || SENTENCE.test(text) || DAY.test(text)) return false
  return /\p{L}|^\d+$/u.test(text)
}
