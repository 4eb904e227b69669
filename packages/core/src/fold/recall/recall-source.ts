import type { Source } from '../source.ts'
import type { Excerpt } from '../state.ts'
import type { Demand } from './classifier.ts'
import type { RecallFeatures } from './features.ts'
import type { RecallQuery } from './query.ts'

/** Tokens of a line's number, speaker and line break. */
export const LINE_TOKENS = 4

/** A request for which a recall may be written. */
export interface RecallRequest extends Source {
  readonly query: RecallQuery
  readonly features: RecallFeatures
  readonly demand: Demand
  /** Tokens of the newest message. */
  readonly tokens: number
}

/** A part of a folded message that the newest message may need, verbatim or in telegraphic wording. */
export interface Proposal extends Excerpt {
  readonly index: number
  /** True if another excerpt of the same message may be added. */
  readonly isPart?: boolean
  /** True for the output of a tool in the message. */
  readonly isOfTool?: boolean
  /** True if the request cannot be answered without it. It may then cost more than the folds have saved. */
  readonly isNeeded?: boolean
}

/** The place of an excerpt in a recall: what a message says and the tool output in it have separate lines. */
export function placeOf({ index, isOfTool = false }: Pick<Proposal, 'index' | 'isOfTool'>): number {
  return 2 * index + Number(isOfTool)
}

/** The excerpts that a recall contains so far. */
export interface Allocation {
  /** Tokens that remain for the recall. */
  readonly left: number
  /** True if it contains an excerpt of the message that excludes other ones. */
  holds(index: number): boolean
  /** The excerpts that were taken from a source. */
  of(source: RecallSource): readonly Proposal[]
}

/** One kind of folded text that a message may need. */
export interface RecallSource {
  /** Certainty from 0 to 1 that a message needs the proposals of this source. The allocator asks the surest source first. */
  readonly value: number
  /**
   * Proposes excerpts within `allocation.left` tokens, the best first. The allocator takes each one before it requests
   * the next.
   */
  propose(request: RecallRequest, allocation: Allocation): Iterable<Proposal>
}
