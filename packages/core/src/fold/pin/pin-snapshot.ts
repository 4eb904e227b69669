import { listOf, mapOf, number, recordOf, setOf } from '../snapshot/codec.ts'
import type { PinState } from './pin-state.ts'

export const PINS = recordOf<PinState>({
  standing: setOf(number),
  standingTokens: number,
  exemptTokens: number,
  materialMessages: number,
  materialTokens: number,
  documents: listOf(number),
  carried: mapOf(number, number),
  kept: setOf(number),
})
