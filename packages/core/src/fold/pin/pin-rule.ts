import type { Source } from '../source.ts'

/**
 * When a rule is applied to a message:
 * - `append`: when it becomes history
 * - `firstFold`: before a first fold is decided, with the whole history, which shows the usual length of a message
 * - `fold`: before a fold passes it
 */
export type PinMoment = 'append' | 'firstFold' | 'fold'

/** A reason to keep messages verbatim although a fold passes them. */
export interface PinRule {
  readonly moments: readonly PinMoment[]
  /** The kind of material that it pins, if it pins the user's material. `pin-messages` limits the amount. */
  readonly material?: 'media' | 'text'
  /** True if budgets count its messages. By default, budgets are shares of the history without them. */
  readonly isBudgeted?: true
  /** True if the conversation may move on from its messages, which are then folded. See `stale-documents`. */
  readonly isTemporary?: true
  /** Returns a function that decides for one message. Properties of all messages of a moment are computed once. */
  reader(source: Source, moment: PinMoment): (index: number) => boolean
  /** True if its messages may still grow in number, so that nothing is folded yet. */
  isGrowing?(source: Source): boolean
}

/** A rule that pins no message. */
export const KEEPS_NONE = (): boolean => false
