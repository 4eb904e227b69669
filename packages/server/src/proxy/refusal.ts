import { isTemplateError } from '@pleat/core'
import { errorText, MAX_ERROR_BYTES } from './error-text.ts'
import { headerValue } from './headers.ts'
import { PeekedAnswer, peekAnswer } from './peek-answer.ts'
import type { UpstreamAnswer } from './upstream-port.ts'

/** Statuses by which providers refuse a request. Some servers of open models use 422. */
const REFUSALS: ReadonlySet<number> = new Set([400, 422])

/**
 * Reads the error of status 500, whose text may say that it is a refusal. Other responses, and streams, are returned
 * unread.
 * @throws if the error breaks off, with the reason
 */
export async function readServerError(answer: UpstreamAnswer): Promise<UpstreamAnswer> {
  if (answer.status !== 500 || headerValue(answer.headers, 'content-type')?.startsWith('text/event-stream'))
    return answer
  return await peekAnswer(answer, MAX_ERROR_BYTES)
}

/**
 * True if the provider refuses the request before the model runs, so that another request costs nothing more. Of the
 * errors of status 500, which `readServerError` has read, only those of a chat template do.
 */
export function isRefusal(answer: UpstreamAnswer): boolean {
  if (REFUSALS.has(answer.status)) return true
  return answer instanceof PeekedAnswer && answer.status === 500 && isTemplateError(errorText(answer) ?? '')
}
