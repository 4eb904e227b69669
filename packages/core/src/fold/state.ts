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
 * The fold's memory of one history: a deterministic function of the messages consumed, a cache that may be lost at any
 * time. Each room owns a part of it, which it creates, weighs and forgets; no part holds the text of a message that still
 * stands as it was.
 */
export interface FoldState
  extends HistoryState,
    DigestState,
    PinState,
    RecallState,
    SightState,
    CostState,
    WindowState {
  /** What the decisions were taken for; another objective starts anew. */
  readonly objective: Policy['objective']
  /** Messages `[lead, boundary)` are folded. */
  boundary: number
  /** Length of the history for which the decision to fold was taken last. */
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

/** Of a state without messages: its maps, lists and arenas with the room they start with. */
const STATE_BYTES = 24_000

/** About how many bytes a state keeps alive, never much less, so that those who keep many can bound them by size. */
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
