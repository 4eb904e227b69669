import type { BodyText } from '../conversation.ts'
import { type Fields, isFields, parseJson } from '../json.ts'
import { readCacheRequests } from './cache-requests.ts'
import type { JsonNode } from './json-spans.ts'
import type { LastRead } from './last-read.ts'
import { readSessionHints } from './session-hints.ts'

/** The content of a body outside of its messages. */
export interface BodyFrame {
  /** Members of the top level, with an empty list in place of the messages. */
  readonly members: Fields
  readonly model: string
  readonly sessionHints: readonly string[]
  /** As in a conversation. */
  readonly cacheRequests: readonly string[]
}

/** The frame around the messages at `messages` of `body`. Undefined if it is not JSON. */
export function readFrame(body: BodyText, messages: JsonNode, known: LastRead<BodyFrame>): BodyFrame | undefined {
  const text = `${body.slice(0, messages.start)}[]${body.slice(messages.end)}`
  const last = known.get(text)
  if (last) return last
  const members = parseJson(text)
  if (!isFields(members)) return undefined
  const model = typeof members.model === 'string' ? members.model : ''
  const [sessionHints, cacheRequests] = [readSessionHints(members), readCacheRequests(members)]
  const frame = { members, model, sessionHints, cacheRequests }
  known.set(text, frame)
  return frame
}
