import { occurrencesOf } from '../../maps.ts'
import { type Piece, perMessage, type Transcript } from '../transcript.ts'
import { isPrintedByShell } from './printed-by-shell.ts'

/** One text that a tool returned or a terminal printed. */
export interface Output {
  readonly part: number
  readonly leaf: number
  readonly text: string
  /** The call that it answers. Undefined for the output of a terminal, which is in a user message. */
  readonly callId: string | undefined
  readonly isError: boolean
  /** True if no other text answers the same call, so that the call's name identifies it. */
  readonly isOnly: boolean
}

/** The outputs of tools and terminals in message `index`, in order. */
export const outputsOf = perMessage((transcript, index): readonly Output[] => {
  // On no wire does a model message contain tool output.
  if (transcript.roleOf(index) === 'assistant') return []
  const pieces = transcript.piecesOf(index)
  const results = pieces.filter(({ kind }) => kind === 'result')
  if (results.length) {
    const texts = occurrencesOf(pieces.map(({ part }) => part))
    return results.map((piece) => {
      const { part, leaf, text, callId = '' } = piece
      return { part, leaf, text, callId, isError: isError(piece), isOnly: texts.get(part) === 1 }
    })
  }
  return isOfShell(transcript, index, pieces) ? pieces.map(shellOutput) : []
})

/** True if message `index` contains only tool output, so that a client's replacement removes no words of a speaker. */
export function isNothingButOutput(transcript: Transcript, index: number): boolean {
  if (transcript.roleOf(index) === 'assistant') return false
  const pieces = transcript.piecesOf(index)
  // A picture alone has no text.
  if (!pieces.length) return false
  return pieces.every(({ kind }) => kind === 'result') || isOfShell(transcript, index, pieces)
}

function isOfShell(transcript: Transcript, index: number, [piece, ...others]: readonly Piece[]): boolean {
  if (piece?.kind !== 'said' || others.length || transcript.roleOf(index) !== 'user') return false
  return index > 0 && transcript.roleOf(index - 1) === 'assistant' && isPrintedByShell(piece.text)
}

function shellOutput(piece: Piece): Output {
  const { part, leaf, text } = piece
  return { part, leaf, text, callId: undefined, isError: isError(piece), isOnly: true }
}

/** One wire has no error flag, and neither has a terminal: errors are recognised by their first words. */
const ERROR = /^[\s\W]*(?:\w*error|\w*exception|traceback|fatal|panic|exit (?:code|status):? [1-9])/i

function isError({ isError, text }: Piece): boolean {
  return isError === true || ERROR.test(text)
}
