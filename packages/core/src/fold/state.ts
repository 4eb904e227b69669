import type { Caching } from '../caching.ts'
import { CostState } from './cost/cost-state.ts'
import { DigestState, sizeOfDigests } from './digest/digest-state.ts'
import { HistoryState, sizeOfHistory } from './history-state.ts'
import { PinState, sizeOfPins } from './pin/pin-state.ts'
import type { Policy } from './policy.ts'
import { RecallState, sizeOfRecalls } from './recall/recall-state.ts'
import { SightState, sizeOfSight } from './sight/sight-state.ts'
import { sizeOfWindow, WindowState } from './window/window-state.ts'

export type { Digest, LedgerTerms } from './digest/digest-state.ts'
export { frequenciesOf } from './history-state.ts'
export type { Excerpt, Recall } from './recall/recall-state.ts'

/**
 * The fold's memory of one history: a deterministic function of the appended messages, and a cache that may be lost at any
 * time. Each room owns a part of it, which it creates, measures and clears. No part contains the text of a message that is
 * still sent unchanged.
 */
export interface FoldState
  extends HistoryState,
    DigestState,
    PinState,
    RecallState,
    SightState,
    CostState,
    WindowState {
  /** The objective of the decisions. Another objective needs a new state. */
  readonly objective: Policy['objective']
  /** Messages `[systemEnd, boundary)` are folded. */
  boundary: number
  /** Length of the history at the last decision about a fold. */
  preparedAt: number
}

export function createFoldState(objective: Policy['objective'], caching?: Caching, room?: number): FoldState {
  return {
    ...new HistoryState(),
    ...new DigestState(),
    ...new PinState(),
    ...new RecallState(),
    ...new SightState(),
    ...new CostState(caching),
    ...new WindowState(room),
    objective,
    boundary: 0,
    preparedAt: -1,
  }
}

/** Bytes of a state without messages: its maps, lists and arenas with their initial capacity. */
const STATE_BYTES = 24_000

/** Estimated bytes that a state keeps alive, never much too low, so that caches can limit states by size. */
export function sizeOfState(state: FoldState): number {
  return (
    STATE_BYTES +
    sizeOfHistory(state) +
    sizeOfDigests(state) +
    sizeOfPins(state) +
    sizeOfRecalls(state) +
    sizeOfSight(state) +
    sizeOfWindow(state)
  )
}
