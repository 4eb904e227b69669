import type { BodyText } from '../conversation.ts'
import { type Fields, isFields, parseJson } from '../json.ts'
import type { JsonNode } from './json-spans.ts'
import type { LastRead } from './last-read.ts'
import { readSessionHints } from './session-hints.ts'

/** What a body says beside its messages. */
export interface BodyFrame {
  /** Of the top level, with no messages in it. */
  readonly members: Fields
  readonly model: string
  readonly sessionHints: readonly string[]
}

/** The frame around the messages that stand at `messages` of `body`; undefined where it is not JSON. */
export function readFrame(body: BodyText, messages: JsonNode, known: LastRead<BodyFrame>): BodyFrame | undefined {
  const text = `${body.slice(0, messages.start)}[]${body.slice(messages.end)}`
  const last = known.get(text)
  if (last) return last
  const members = parseJson(text)
  if (!isFields(members)) return undefined
  const model = typeof members.model === 'string' ? members.model : ''
  const frame = { members, model, sessionHints: readSessionHints(members) }
  known.set(text, frame)
  return frame
}
