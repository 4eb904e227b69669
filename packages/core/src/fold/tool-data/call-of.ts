import { type Piece, perMessage, type Transcript } from '../transcript.ts'

/**
 * Limit of the algorithm: messages before a result in which its call is searched. On the chat wire, each result of parallel
 * calls is a message, and providers allow up to 128 tools.
 */
const MAX_STEPS = 128

/** The message, at most `index`, with the newest call of this id. Undefined if it is too far away, or missing. */
export function messageOfCall(transcript: Transcript, index: number, callId: string): number | undefined {
  for (let at = index; at >= Math.max(0, index - MAX_STEPS); at--) if (callsIn(transcript, at).has(callId)) return at
  return undefined
}

/** The call that a result in message `index` answers. */
export function callOf(transcript: Transcript, index: number, callId: string | undefined): Piece | undefined {
  if (callId === undefined) return undefined
  const at = messageOfCall(transcript, index, callId)
  return at === undefined ? undefined : callsIn(transcript, at).get(callId)
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
