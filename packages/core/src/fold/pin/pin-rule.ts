import type { Source } from '../source.ts'

/**
 * When a rule is asked about a message: when it becomes history; once more for the whole history before the first fold,
 * when the usual length of a message is known; and before a fold passes it.
 */
export type PinMoment = 'append' | 'firstFold' | 'fold'

/** One reason to keep messages verbatim although a fold passes them. */
export interface PinRule {
  readonly moments: readonly PinMoment[]
  /** Whether it keeps material of the user, of which a conversation may pin only so much: see `pin-messages`. */
  readonly material?: 'media' | 'text'
  /** Whether budgets count its messages. By default they are shares of the history without them. */
  readonly isBudgeted?: true
  /** Whether the conversation may leave what it keeps, which is folded then: see `stale-documents`. */
  readonly isTemporary?: true
  /** Tells the messages that it keeps. What holds for all messages of a moment is worked out once. */
  reader(source: Source, moment: PinMoment): (index: number) => boolean
  /** Whether what it keeps may still grow, so that nothing is folded yet. */
  isGrowing?(source: Source): boolean
}

/** A rule that keeps no message. */
export const KEEPS_NONE = (): boolean => false
