import { createHash } from 'node:crypto'
import type { WireFormat } from '@pleat/core'
import { VERSION } from '../config/version.ts'
import type { EvalPoint } from './eval-point.ts'
import { type Compared, JUDGE_PROMPT, judgeMessage } from './judge-prompt.ts'
import { WIRE_CALLS } from './wire-calls.ts'
import { conversationText, type WireItem } from './wire-item.ts'

/** The history that a model is asked with. `control` repeats the full one, to show how much answers vary. */
export type Variant = 'full' | 'folded' | 'control'

/** A request to a model, and the key under which its answer is stored. */
export interface EvalCall {
  readonly key: string
  readonly format: WireFormat
  readonly model: string
  readonly body: string
  readonly isFolded: boolean
}

/** The model that compares answers. */
export interface Judge {
  readonly model: string
  readonly format: WireFormat
  /** True: it sees the whole conversation. False: only the newest message and the recorded answer. */
  readonly seesConversation: boolean
}

/** Most tokens of a verdict. A model that reasons first needs more than its line of JSON. */
export const JUDGE_MAX_TOKENS = 1000

/** The request of a point in one variant. */
export function answerCall({ format, model, body }: EvalPoint, variant: Variant): EvalCall {
  // Another version may fold a history differently. The full history is the same in every version.
  const parts = variant === 'folded' ? [variant, VERSION, format, body] : [variant, format, body]
  return { key: keyOf(parts), format, model, body, isFolded: variant === 'folded' }
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

/** The parts of a point that the judge sees. */
export function comparedOf(
  point: EvalPoint,
  { seesConversation }: Judge,
  answers: { readonly answerA: string; readonly answerB: string },
): Compared {
  const { question: message, recorded } = point
  return { conversation: seesConversation ? historyText(point) : undefined, message, recorded, ...answers }
}

/** True if the judge first sees the folded answer as A. Derived from the request's hash, so resumed runs agree. */
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
