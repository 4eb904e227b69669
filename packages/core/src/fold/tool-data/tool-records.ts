import { type Fields, isFields, isObject } from '../../json.ts'
import { onOneLine } from '../../words/line-breaks.ts'
import { cutAtSpace } from '../digest/typed/left-out.ts'
import { DAY, shortList } from './key-value.ts'
import { namingKeys, type Owner, ownerOf, ownersOf } from './owner.ts'

/** One entity in the output of a tool, with its fields: `INV-4471`, `amount=2180.4`, `due=2026-05-05`. */
export interface ToolRecord {
  /** The value that names it, and this value after its key, which distinguishes it from others. */
  readonly owner: string
  readonly name: string
  readonly fields: readonly RecordField[]
}

export interface RecordField {
  readonly key: string
  readonly value: string
}

/** Limits of the algorithm: fields of a value, depth of nesting, and characters of a field. */
const MAX_FIELDS = 4000
const MAX_DEPTH = 40
const LONGEST_VALUE = 200

interface Draft extends ToolRecord {
  readonly fields: RecordField[]
}

interface Place {
  readonly key: string
  readonly around: Draft | undefined
  readonly depth: number
}

/**
 * The named records in a value, in their order. An object without a name belongs to the record around it, or else to the tool's
 * arguments, `asked`. `known` are keys that name the records of other lists.
 */
export function recordsOf(
  value: unknown,
  { known, asked }: { readonly known: ReadonlySet<string>; readonly asked?: unknown },
): readonly ToolRecord[] {
  const records: Draft[] = []
  let left = MAX_FIELDS
  const open = ({ value, name }: Owner, around: Draft | undefined): Draft => {
    // A day belongs to something: to the flight, the hive or the account around it.
    const draft = { owner: value, name: around && DAY.test(value) ? `${around.name} ${name}` : name, fields: [] }
    records.push(draft)
    return draft
  }
  const add = (record: Draft | undefined, key: string, text: string): void => {
    if (record && text.trim() && --left >= 0) record.fields.push({ key: onOneLine(key), value: onOneLine(text) })
  }
  const visit = (node: unknown, { key, around, depth }: Place): void => {
    if (left <= 0 || depth > MAX_DEPTH) return
    const below = { key, around, depth: depth + 1 }
    if (Array.isArray(node)) {
      const list = shortList(node)
      const owners = list === undefined ? ownersOf(node, known) : []
      if (list !== undefined) add(around, key, list)
      else
        for (const [place, item] of node.entries()) {
          if (isFields(item)) visitFields(item, owners[place], below)
          else visit(item, below)
        }
    } else if (isFields(node)) visitFields(node, ownerOf(node, known), below)
    else if (node !== null) add(around, key, cutAtSpace(String(node), LONGEST_VALUE))
  }
  const visitFields = (node: Fields, owner: Owner | undefined, { around, depth }: Place): void => {
    const record = owner ? open(owner, around) : around
    const isMap = isMapOfRecords(node)
    for (const [key, item] of Object.entries(node)) {
      if (isMap) visitFields(item as Fields, { keys: [], value: key, name: key }, { key, around: record, depth })
      else if (!owner?.keys.includes(key)) visit(item, { key, around: record, depth })
    }
  }
  const about = isFields(asked) && isFields(value) ? ownerOf(asked, known) : undefined
  visit(value, { key: '', around: about && open(about, undefined), depth: 0 })
  return records.filter(({ fields }) => fields.length > 0)
}

/** Keys that name the records of the lists in a value. */
export function namingKeysIn(value: unknown, depth = 0): readonly string[] {
  if (!isObject(value) || depth > MAX_DEPTH) return []
  const below = Object.values(value).flatMap((item) => namingKeysIn(item, depth + 1))
  const keys = Array.isArray(value) ? namingKeys(value) : undefined
  return keys?.length === 1 ? [...keys, ...below] : below
}

/** Fewer objects with the same keys may be the parts of one thing, as in `{"from": {...}, "to": {...}}`. */
const LEAST_MAPPED = 3

/** True if the keys of an object name records that have the same keys: `{"web-01": {...}, "web-02": {...}, ...}`. */
export function isMapOfRecords(node: Fields): boolean {
  const items = Object.values(node)
  const [first] = items
  if (items.length < LEAST_MAPPED || !isFields(first)) return false
  const keys = Object.keys(first).join('\n')
  return items.every((item) => isFields(item) && Object.keys(item).join('\n') === keys)
}
