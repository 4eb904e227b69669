import { isObject, parseToQuote } from '../../json.ts'
import { occurrencesOf } from '../../maps.ts'
import { cut } from '../digest/typed/left-out.ts'
import { messageOfCall } from '../tool-data/call-of.ts'
import { type Piece, perMessage, type Transcript } from '../transcript.ts'

const LONGEST_ARGUMENT = 48
const NAMING_KEY = /path|file|command|cmd|query|pattern|url|name|id$/i

/**
 * The name of a call: the tool and its most informative argument, as `Read …/src/main.ts`. Undefined if it is not found, or if
 * another call of the same message has the same name.
 */
export function callName(transcript: Transcript, message: number, callId: string): string | undefined {
  const index = messageOfCall(transcript, message, callId)
  return index === undefined ? undefined : namesIn(transcript, index).get(callId)
}

/** The names of a message's calls by id: undefined for calls with the same name. One message may make thousands. */
const namesIn = perMessage((transcript, index): ReadonlyMap<string, string | undefined> => {
  const calls = transcript.piecesOf(index).filter(({ kind }) => kind === 'call')
  const names = calls.map(nameOf)
  const uses = occurrencesOf(names)
  const byId = calls.flatMap(({ callId }, place) => (callId === undefined ? [] : [[callId, names[place]!] as const]))
  // The first call of each id.
  return new Map(byId.reverse().map(([id, name]) => [id, uses.get(name) === 1 ? name : undefined]))
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
  const value = parseToQuote(text)
  return isObject(value) ? value : {}
}
