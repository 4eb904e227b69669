import type { TagKind } from '../../tags/tag.ts'

/** A session for display: the clouds of its histories, with each message counted once. */
export interface SessionCloud {
  /** The newest turn, 1-based; ages are counted from it. */
  turn: number
  messages: number
  readonly tags: Map<number, SessionTag>
}

/** One tag of a session. */
export interface SessionTag {
  kind: TagKind | 'name' | 'term'
  /** In its original spelling. Undefined for tags of a single message, and for a word that was not stored. */
  word: string | undefined
  /** Uses, and messages with at least one use. */
  count: number
  messages: number
  readonly firstTurn: number
  lastTurn: number
  /** How often digests mention it. */
  held: number
}

export function createSessionCloud(): SessionCloud {
  return { turn: 1, messages: 0, tags: new Map() }
}
