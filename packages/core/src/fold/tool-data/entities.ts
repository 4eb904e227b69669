import { parseToQuote } from '../../json.ts'
import { findOrAdd } from '../../maps.ts'
import { perMessage, type Transcript } from '../transcript.ts'
import { callOf } from './call-of.ts'
import { isIdentifier, withKey } from './key-value.ts'
import { readStructured } from './structured-text.ts'
import { namingKeysIn, recordsOf, type ToolRecord } from './tool-records.ts'

/** Everything that tools returned about one entity: its fields with their newest values. */
export interface Entity {
  readonly name: string
  readonly owner: string
  /** In the order in which the keys first occurred. */
  readonly fields: readonly EntityField[]
  /** Its values that are words. */
  readonly words: readonly string[]
}

export interface EntityField {
  readonly key: string
  readonly value: string
  /** The value after its key. */
  readonly text: string
  /** The message that contains it. */
  readonly index: number
}

/** Longer values are prose, and name nothing. */
const LONGEST_WORDS = 60

/** The entities in the tool output of messages `indices`, in the order of their first mention. */
export function entitiesAmong(transcript: Transcript, indices: readonly number[]): readonly Entity[] {
  const drafts = new Map<string, Pick<Entity, 'name' | 'owner'> & { readonly fields: Map<string, EntityField> }>()
  const known = new Set(indices.flatMap((index) => valuesIn(transcript, index).flatMap(({ naming }) => naming)))
  for (const index of indices) {
    for (const record of recordsIn(transcript, index, known)) {
      const { name, owner, fields } = record
      const identity = identityOf(record)
      const draft = findOrAdd(drafts, identity, () => ({ name, owner, fields: new Map() }))
      for (const { key, value } of fields) draft.fields.set(key, { key, value, text: withKey(key, value), index })
    }
  }
  return [...drafts.values()].map(({ name, owner, fields }) => ({
    name,
    owner,
    fields: [...fields.values()],
    words: [...fields.values()].flatMap(({ value }) => (isWords(value) ? [value] : [])),
  }))
}

function recordsIn(transcript: Transcript, index: number, known: ReadonlySet<string>): readonly ToolRecord[] {
  return valuesIn(transcript, index).flatMap(({ value, asked }) => recordsOf(value, { known, asked }))
}

function isWords(value: string): boolean {
  return value.length <= LONGEST_WORDS && /\p{L}{2}/u.test(value)
}

interface ToolValue {
  readonly value: unknown
  /** Arguments of the call that it answers. */
  readonly asked: unknown
  /** Keys that name the records of its lists. */
  readonly naming: readonly string[]
}

/** The structured output of tools in a message. */
const valuesIn = perMessage((transcript, index): readonly ToolValue[] =>
  transcript.piecesOf(index).flatMap(({ kind, text, callId }) => {
    const value = kind === 'result' ? readStructured(text) : undefined
    if (value === undefined) return []
    const call = callOf(transcript, index, callId)
    return [{ value, asked: call && parseToQuote(call.text), naming: namingKeysIn(value) }]
  }),
)

/** An identifier is the same under any key. Shorter values, and days, are distinguished by their key. */
function identityOf({ owner, name }: ToolRecord): string {
  return isIdentifier(owner) || (/\d{4}/.test(owner) && !owner.includes('-')) ? owner : name
}
