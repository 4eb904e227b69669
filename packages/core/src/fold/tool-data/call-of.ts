import { type Piece, perMessage, type Transcript } from '../transcript.ts'

/** Limit of the algorithm: messages before a result in which its call is searched. */
const MAX_STEPS = 8

/** The call that a result in message `index` answers. */
export function callOf(transcript: Transcript, index: number, callId: string | undefined): Piece | undefined {
  if (callId === undefined) return undefined
  for (let before = index - 1; before >= Math.max(0, index - MAX_STEPS); before--) {
    const call = callsIn(transcript, before).get(callId)
    if (call) return call
  }
  return undefined
}

/** The calls of a message by id, the first of each id. One message may make thousands. */
export const callsIn = perMessage((transcript, index): ReadonlyMap<string, Piece> => {
  const calls = new Map<string, Piece>()
  if (transcript.callsOf(index).length === 0) return calls
  for (const piece of transcript.piecesOf(index)) {
    const { kind, callId } = piece
    if (kind === 'call' && callId !== undefined && !calls.has(callId)) calls.set(callId, piece)
  }
  return calls
})
