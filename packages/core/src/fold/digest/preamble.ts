import { isPinned } from '../pin/pins.ts'
import { PREAMBLES, type Preamble } from '../record/record.ts'
import type { Digest, FoldState } from '../state.ts'
import type { Transcript } from '../transcript.ts'

/** The preamble of the next digest. None if it directly follows the previous ones. `isSeparate`: it will be replaced alone. */
export function nextPreamble(transcript: Transcript, state: FoldState, isSeparate = false): Preamble | undefined {
  const first = firstPreamble(state, state.digests)
  if (first) return first
  return !isSeparate && adjoinsDigest(transcript, state) ? undefined : 'next'
}

/**
 * The preamble that explains the record, for the digest after `digests`. Undefined if one of them already has it: those
 * without lines do not explain them.
 */
export function firstPreamble({ isTight }: FoldState, digests: readonly Digest[]): Preamble | undefined {
  if (digests.some(({ text }) => text && text !== PREAMBLES.leftOut)) return undefined
  return isTight ? 'window' : 'first'
}

/** True if no pinned message is between the previous digests and the next one. */
function adjoinsDigest(transcript: Transcript, state: FoldState): boolean {
  const last = state.digests.findLastIndex(({ text }) => text)
  if (last < 0) return false
  const start = firstFolded(transcript, state, state.digests[last - 1]?.to ?? state.systemEnd)
  const next = firstFolded(transcript, state, state.boundary)
  for (let index = start; index < next; index++) if (isPinned(transcript, state, index)) return false
  return true
}

/** The first message from `index` on that a fold removes, whose position its digest takes. */
function firstFolded(transcript: Transcript, state: FoldState, index: number): number {
  let first = index
  while (first < state.keys.length && isPinned(transcript, state, first)) first++
  return first
}
