import { createHash } from 'node:crypto'
import type { WireFormat } from '@pleat/core'
import { VERSION } from '../config/version.ts'
import type { EvalPoint } from './eval-point.ts'
import { type Compared, JUDGE_PROMPT, judgeMessage } from './judge-prompt.ts'
import { WIRE_CALLS } from './wire-calls.ts'
import { conversationText, type WireItem } from './wire-item.ts'

/** How a request reaches the model. `control` is the full history once more: it shows how much answers vary by themselves. */
export type Way = 'full' | 'folded' | 'control'

/** One request to a model, and the key under which its answer is kept. */
export interface EvalCall {
  readonly key: string
  readonly format: WireFormat
  readonly model: string
  readonly body: string
  readonly isFolded: boolean
}

export interface Judge {
  readonly model: string
  readonly format: WireFormat
  /** Whether it sees the conversation, and not only the newest message and the recorded answer. */
  readonly seesConversation: boolean
}

/** The longest verdict, in tokens. A model that reasons first needs more than its line of JSON. */
export const JUDGE_MAX_TOKENS = 1000

/** The request of a point in one way. */
export function answerCall({ format, model, body }: EvalPoint, way: Way): EvalCall {
  // The same history may be folded otherwise by another version; the full one is the same.
  const parts = way === 'folded' ? [way, VERSION, format, body] : [way, format, body]
  return { key: keyOf(parts), format, model, body, isFolded: way === 'folded' }
}

/** The request for a verdict. */
export function judgeCall({ model, format }: Judge, compared: Compared): EvalCall {
  const { history, limits } = WIRE_CALLS[format]
  const message = { role: 'user', content: judgeMessage(compared) }
  const body = JSON.stringify({
    model,
    [limits[0]!]: JUDGE_MAX_TOKENS,
    ...instructions(format, history, message),
  })
  return { key: keyOf(['judge', format, body]), format, model, body, isFolded: false }
}

/** What the judge sees of a point. */
export function comparedOf(
  point: EvalPoint,
  { seesConversation }: Judge,
  answers: { readonly answerA: string; readonly answerB: string },
): Compared {
  const { question: message, recorded } = point
  return { conversation: seesConversation ? historyText(point) : undefined, message, recorded, ...answers }
}

/**
 * Which direction the judge is asked first for a point: by the hash of the request, so as if by chance, and the same when a
 * run is resumed.
 */
export function startsWithFolded({ body }: EvalPoint): boolean {
  return Number.parseInt(keyOf(['order', body]).slice(0, 2), 16) % 2 === 1
}

function historyText({ format, body }: EvalPoint): string {
  return conversationText((JSON.parse(body) as Record<string, readonly WireItem[]>)[WIRE_CALLS[format].history]!)
}

function instructions(format: WireFormat, history: string, message: object): object {
  if (format === 'anthropic-messages') return { system: JUDGE_PROMPT, [history]: [message] }
  return { [history]: [{ role: 'system', content: JUDGE_PROMPT }, message] }
}

function keyOf(parts: readonly string[]): string {
  return createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, 32)
}
