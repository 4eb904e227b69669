import type { Piece, Transcript } from '../transcript.ts'
import { callName } from './call-name.ts'
import { isPrintedByShell } from './printed-by-shell.ts'

/** One text that a tool gave, or a shell printed. */
export interface Output {
  readonly part: number
  readonly leaf: number
  readonly text: string
  /** The call that it answers; none for what a shell prints, which comes in a message of the user. */
  readonly callId: string | undefined
  readonly isError: boolean
  /** Whether no other text answers the same call, so that the name of the call means this one. */
  readonly isOnly: boolean
}

/** What tools and shells gave in message `index`, in its order. */
export function outputsOf(transcript: Transcript, index: number): readonly Output[] {
  // No wire has a model give what a tool gave.
  if (transcript.roleOf(index) === 'assistant') return []
  const pieces = transcript.piecesOf(index)
  const results = pieces.filter(({ kind }) => kind === 'result')
  if (results.length) {
    return results.map((piece) => {
      const isOnly = pieces.every((other) => other === piece || other.part !== piece.part)
      const { part, leaf, text, callId = '' } = piece
      return { part, leaf, text, callId, isError: isError(piece), isOnly }
    })
  }
  return isOfShell(transcript, index, pieces) ? pieces.map(shellOutput) : []
}

/** Whether nobody says anything in message `index`: a client that replaces it takes back no words. */
export function isNothingButOutput(transcript: Transcript, index: number): boolean {
  if (transcript.roleOf(index) === 'assistant') return false
  const pieces = transcript.piecesOf(index)
  return pieces.every(({ kind }) => kind === 'result') || isOfShell(transcript, index, pieces)
}

function isOfShell(transcript: Transcript, index: number, [piece, ...others]: readonly Piece[]): boolean {
  if (!piece || others.length || transcript.roleOf(index) !== 'user') return false
  return index > 0 && transcript.roleOf(index - 1) === 'assistant' && isPrintedByShell(piece.text)
}

function shellOutput(piece: Piece): Output {
  const { part, leaf, text } = piece
  return { part, leaf, text, callId: undefined, isError: isError(piece), isOnly: true }
}

/** One wire does not say what is an error, and no shell does: there it is known by its beginning. */
const ERROR = /^[\s\W]*(?:\w*error|\w*exception|traceback|fatal|panic|exit (?:code|status):? [1-9])/i

function isError({ isError, text }: Piece): boolean {
  return isError === true || ERROR.test(text)
}

/** What an output is called, as `Read …/src/main.ts`; undefined when another one is called the same. */
export function outputName(transcript: Transcript, index: number, callId: string | undefined): string | undefined {
  return callId === undefined ? 'output' : callName(transcript, index, callId)
}
