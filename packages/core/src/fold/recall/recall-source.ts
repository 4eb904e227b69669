import type { Source } from '../source.ts'
import type { Excerpt } from '../state.ts'
import type { Demand } from './classifier.ts'
import type { RecallFeatures } from './features.ts'
import type { RecallQuery } from './query.ts'

/** Tokens of number, speaker and line break. */
export const LINE_TOKENS = 4

/** A request for which a recall may be written. */
export interface RecallRequest extends Source {
  readonly query: RecallQuery
  readonly features: RecallFeatures
  readonly demand: Demand
  /** Tokens of the newest message. */
  readonly tokens: number
}

/** A verbatim or worded part of a folded message that the newest message may need. */
export interface Proposal extends Excerpt {
  readonly index: number
  /** Another excerpt of the same message may stand beside it. */
  readonly isPart?: boolean
  /** The request is nothing without it: it may cost more than the folds have saved. */
  readonly isNeeded?: boolean
}

/** What a recall holds so far. */
export interface Allocation {
  /** Tokens that are left for it. */
  readonly left: number
  /** Whether it holds an excerpt beside which no other of the same message may stand. */
  holds(index: number): boolean
  /** What was taken of a source. */
  of(source: RecallSource): readonly Proposal[]
}

/** One kind of folded text that a message may need. */
export interface RecallSource {
  /** How surely a message needs what this source proposes, from 0 to 1. The allocator asks the surest source first. */
  readonly value: number
  /** Proposes what fits into `allocation.left` tokens, the best first. Each is taken before the next one is asked for. */
  propose(request: RecallRequest, allocation: Allocation): Iterable<Proposal>
}
