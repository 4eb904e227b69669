import type { Role } from '../../conversation.ts'
import type { TermVector } from '../../words/terms.ts'
import { TermArena } from '../recall/term-arena.ts'
import { countTerm, TermCounts } from '../recall/term-counts.ts'
import { kindOfHash } from './tag-key.ts'

/** The hashes that one message adds to the cloud: its terms, and its typed values. */
export interface MessageTags {
  readonly terms: TermVector
  readonly values: TermVector
}

/** A message of the request that is not part of the history yet. */
export interface ReadAhead extends MessageTags {
  readonly key: string
  readonly role: Role
}

/**
 * The tag cloud of one history: the statistics by which the fold weighs terms, and the words that an operator sees.
 * Together with the terms, turns and digests of the fold state it determines every figure of a tag. It is built message
 * by message.
 */
export class Cloud {
  /** Number of messages with each term: the source of rarity, boilerplate and the weights of recall. */
  readonly frequency = new TermCounts()
  /** Number of messages with each identifier. */
  readonly identifiers = new TermCounts()
  /** Typed values of each message, as `valueHash`. */
  readonly values = new TermArena()
  /** Spelling of terms and identifiers, by `tagKey`: only those that at least two messages use. */
  readonly words = new Map<number, string>()
  /** Messages that were read after their request, so that the next request does not read them again. */
  ahead: ReadAhead[] = []
}

/** Counts a message by the hashes of its terms and of its values. */
export function countMessage(
  { frequency, identifiers }: Cloud,
  { terms, values }: Readonly<Record<keyof MessageTags, Pick<TermVector, 'ids'>>>,
): void {
  for (const term of terms.ids) countTerm(frequency, term)
  for (const hash of values.ids) if (kindOfHash(hash) === 'identifier') countTerm(identifiers, hash)
}

/** Memory of a cloud in bytes, measured on V8 and rounded up. */
export function sizeOfCloud({ frequency, identifiers, values, words, ahead }: Cloud): number {
  let bytes = values.ids.byteLength + values.counts.byteLength
  for (const { terms, counts } of [frequency, identifiers]) bytes += terms.byteLength + counts.byteLength
  bytes += WORD_BYTES * words.size + 8 * values.ends.length
  for (const { terms, values: own } of ahead) bytes += AHEAD_BYTES + 6 * (terms.ids.length + own.ids.length)
  return bytes
}

/** Size of a map entry with a short string, and of a message that was read ahead, without its terms. */
const WORD_BYTES = 80
const AHEAD_BYTES = 600
