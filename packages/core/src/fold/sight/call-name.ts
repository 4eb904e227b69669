import { parseJson } from '../../json.ts'
import { addCount } from '../../maps.ts'
import { cut } from '../digest/typed/left-out.ts'
import { type Piece, perMessage, type Transcript } from '../transcript.ts'

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
    const names = namesIn(transcript, index)
    if (names.has(callId)) return names.get(callId)
  }
  return undefined
}

/** The names of a message's calls by id: undefined for calls with the same name. One message may make thousands. */
const namesIn = perMessage((transcript, index): ReadonlyMap<string, string | undefined> => {
  const names = new Map<string, string | undefined>()
  if (transcript.callsOf(index).length === 0) return names
  const uses = new Map<string, number>()
  for (const piece of transcript.piecesOf(index)) {
    if (piece.kind !== 'call') continue
    const name = nameOf(piece)
    addCount(uses, name)
    if (piece.callId !== undefined && !names.has(piece.callId)) names.set(piece.callId, name)
  }
  for (const [id, name] of names) if (name !== undefined && uses.get(name) !== 1) names.set(id, undefined)
  return names
})

function nameOf({ name = 'tool', text }: Piece): string {
  return [name, namingArgument(text)].filter(Boolean).join(' ')
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
  return cut(argument, LONGEST_ARGUMENT)
}

/** The arguments of a call by name. Empty if they are not a JSON object. */
export function argumentsOf(text: string): object {
  const value = parseJson(text)
  return typeof value === 'object' && value !== null ? value : {}
}
