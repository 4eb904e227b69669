import type { Role } from '../conversation.ts'
import type { Frequencies } from '../words/information.ts'
import { Cloud, sizeOfCloud } from './cloud/cloud.ts'
import { MAP_ENTRY_BYTES, MESSAGE_BYTES } from './memory.ts'
import { MeaningArena } from './recall/meaning-arena.ts'
import { TermArena } from './recall/term-arena.ts'
import { countOf } from './recall/term-counts.ts'

/** The stored properties of each message: term ids, counts and a vector instead of text. */
export class HistoryState {
  /** Keys of the appended messages, oldest first. */
  readonly keys: string[] = []
  /** Tokens of each message as received, and as sent while it is in the tail. */
  readonly tokens: number[] = []
  readonly sent: number[] = []
  readonly terms = new TermArena()
  /** The meaning of each message, as a vector. Empty without a table. */
  readonly meanings = new MeaningArena()
  /** The turn of each message, counted from 1. */
  readonly turns: number[] = []
  readonly roles: Role[] = []
  /** The tag cloud: document frequencies of terms, and the words that an operator sees. */
  readonly cloud = new Cloud()
  turn = 1
  /** Index of the user's newest question that answers no tool calls. -1 before the first one. */
  question = -1
  /** Number of such questions. */
  questions = 0
  /** True if a message since that question contains thinking. */
  hasThought = false
  /** Thinking parts that are no longer sent, by message. */
  readonly dropped = new Map<number, readonly number[]>()
  /**
   * End of the system prefix, which is pinned; its tokens; and estimated tokens of tools and instructions outside of messages.
   */
  systemEnd = 0
  systemTokens = 0
  pinnedTokens = 0
  /** Tokens of the history without the system prefix, and the assistants' part of it. */
  historyTokens = 0
  assistantTokens = 0
  /** Number of short messages in which the assistant speaks of itself, as a person in a chat does. */
  personalAnswers = 0
  /** Tokens and messages of tool output, and the tokens of it that are records: JSON and tables. */
  toolTokens = 0
  toolMessages = 0
  recordTokens = 0
}

export function frequenciesOf({ keys, cloud }: Pick<HistoryState, 'keys' | 'cloud'>): Frequencies {
  return { messages: keys.length, of: (term) => countOf(cloud.frequency, term) }
}

/** Estimated bytes that a history keeps alive. */
export function sizeOfHistory({ keys, terms, meanings, cloud, dropped }: HistoryState): number {
  const arenas = [terms.ids, terms.counts, meanings.bytes]
  const bytes = keys.length * MESSAGE_BYTES + 2 * MAP_ENTRY_BYTES * dropped.size + sizeOfCloud(cloud)
  return arenas.reduce((sum, { byteLength }) => sum + byteLength, bytes)
}
