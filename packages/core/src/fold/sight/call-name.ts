import { parseJson } from '../../json.ts'
import type { Piece, Transcript } from '../transcript.ts'

/** Messages within which a result follows its call. */
const MOST_STEPS = 64
const LONGEST_ARGUMENT = 48
const NAMING_KEY = /path|file|command|cmd|query|pattern|url|name|id$/i

/**
 * The name of a call: the tool and its most informative argument, as `Read …/src/main.ts`. Undefined if it is not found, or if
 * another call of the same message has the same name.
 */
export function callName(transcript: Transcript, message: number, callId: string): string | undefined {
  for (let index = message; index >= Math.max(0, message - MOST_STEPS); index--) {
    if (!transcript.callsOf(index).includes(callId)) continue
    const calls = transcript.piecesOf(index).filter((piece) => piece.kind === 'call')
    const name = nameOf(calls.find((call) => call.callId === callId))
    return calls.filter((call) => nameOf(call) === name).length === 1 ? name : undefined
  }
  return undefined
}

function nameOf(call: Piece | undefined): string {
  return [call?.name ?? 'tool', namingArgument(call?.text ?? '')].filter(Boolean).join(' ')
}

function namingArgument(text: string): string {
  const entries = Object.entries(argumentsOf(text)).filter(([, value]) => ['string', 'number'].includes(typeof value))
  const naming = entries.find(([key]) => NAMING_KEY.test(key)) ?? entries[0]
  if (!naming) return ''
  const argument = String(naming[1]).replace(/\s+/g, ' ').trim()
  if (argument.length <= LONGEST_ARGUMENT) return argument
  const isPath = !argument.includes(' ') && argument.includes('/')
  // The end of a path is more informative than its beginning. A cut surrogate pair would be invalid.
  if (isPath) return `…${argument.slice(-LONGEST_ARGUMENT).replace(/^[\udc00-\udfff]|^[^/]+(?=\/)/, '')}`
  return `${argument.slice(0, LONGEST_ARGUMENT).replace(/[\ud800-\udbff]$/, '')}…`
}

/** The arguments of a call by name. Empty if they are not a JSON object. */
export function argumentsOf(text: string): object {
  const value = parseJson(text)
  return typeof value === 'object' && value !== null ? value : {}
}
