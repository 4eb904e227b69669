import type { TagKind } from '../../tags/tag.ts'

/** What an operator is shown of a session: the clouds of its histories, each message counted once. */
export interface SessionCloud {
  /** The newest turn, 1-based; ages are counted from it. */
  turn: number
  messages: number
  readonly tags: Map<number, SessionTag>
}

/** One tag of a session. */
export interface SessionTag {
  kind: TagKind | 'name' | 'term'
  /** As written; undefined for what a single message uses, and for a word that was not stored. */
  word: string | undefined
  /** Uses, and messages with at least one use. */
  count: number
  messages: number
  readonly firstTurn: number
  lastTurn: number
  /** Times that digests say it. */
  held: number
}

export function createSessionCloud(): SessionCloud {
  return { turn: 1, messages: 0, tags: new Map() }
}
