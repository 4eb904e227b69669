import type { Piece, Transcript } from '../transcript.ts'

/** Limit of the algorithm: results follow their call closely. */
const MOST_STEPS = 8

/** The call that a result in message `index` answers. */
export function callOf(transcript: Transcript, index: number, callId: string | undefined): Piece | undefined {
  if (callId === undefined) return undefined
  for (let before = index - 1; before >= Math.max(0, index - MOST_STEPS); before--) {
    const call = transcript.piecesOf(before).find((piece) => piece.kind === 'call' && piece.callId === callId)
    if (call) return call
  }
  return undefined
}
