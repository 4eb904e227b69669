import { ascii, flag, number, optional, recordOf, setOf } from '../snapshot/codec.ts'
import type { WindowState } from './window-state.ts'

export const WINDOW = recordOf<WindowState>({
  room: optional(number),
  isTight: flag,
  peakTokens: number,
  spareTokens: number,
  tightenedAt: number,
  tightenedFor: ascii,
  givenUp: setOf(number),
  passedOver: setOf(number),
})
