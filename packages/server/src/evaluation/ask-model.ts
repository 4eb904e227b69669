import { setTimeout as sleep } from 'node:timers/promises'
import { createUsageTap } from '@pleat/core'
import type { KeptAnswer } from './answers-file.ts'
import type { EvalCall } from './eval-calls.ts'
import { itemsOfResponse, WIRE_CALLS } from './wire-calls.ts'
import { answerText } from './wire-item.ts'

/** The server that requests are sent to. */
export interface EvalTarget {
  readonly url: string
  readonly key: string
  /** Pause before the second try, in milliseconds. It doubles with each try. */
  readonly firstPauseMs?: number
}

/** A refusal that every request would get, because the key, the model or the address is wrong. */
export class SetupError extends Error {
  override readonly name = 'SetupError'
}

/** A request that failed, also after its retries. The message may quote a conversation. */
export class FailedRequest extends Error {
  override readonly name = 'FailedRequest'
  /** The failure without text of a conversation, for reports. */
  readonly reason: string

  constructor(
    reason: string,
    { message = reason, cause }: { readonly message?: string; readonly cause?: unknown } = {},
  ) {
    super(message, { cause })
    this.reason = reason
  }
}

const TRIES = 4
const FIRST_PAUSE_MS = 2000
const LONGEST_PAUSE_MS = 60_000
/** Time limit for an answer in milliseconds. A model may think for minutes. */
const TIMEOUT_MS = 600_000

/**
 * Asks the model. Rate limits and failures of the provider are retried.
 * @throws {SetupError} when every other request would be refused too.
 * @throws {FailedRequest} with the provider's message when the last try fails.
 */
export async function askModel(target: EvalTarget, call: EvalCall): Promise<KeptAnswer> {
  let pause = target.firstPauseMs ?? FIRST_PAUSE_MS
  for (let tries = 1; ; tries++) {
    const result = await tryOnce(target, call)
    if (result.kind === 'answered') return result.answer
    if (!result.isWorthTrying || tries === TRIES) throw result.error
    await sleep(Math.min(LONGEST_PAUSE_MS, result.retryAfterMs ?? pause))
    pause *= 2
  }
}

/** Values of `X-Service-Compression` for a folded history, also for one that is folded tighter to fit into the window. */
const FOLDED: ReadonlySet<string> = new Set(['folded', 'recalled', 'window', 'window-pins'])

type Tried =
  | { readonly kind: 'answered'; readonly answer: KeptAnswer }
  | {
      readonly kind: 'failed'
      readonly error: Error
      readonly isWorthTrying: boolean
      readonly retryAfterMs?: number | undefined
    }

async function tryOnce(target: EvalTarget, call: EvalCall): Promise<Tried> {
  const { path, headers } = WIRE_CALLS[call.format]
  try {
    const response = await fetch(`${target.url}${path}`, {
      method: 'POST',
      headers: {
        ...headers,
        'content-type': 'application/json',
        authorization: `Bearer ${target.key}`,
        // Each request has its own session. The fold of a history does not depend on earlier requests.
        'x-session-id': call.key,
        ...(call.isFolded ? {} : { 'x-service-compression': 'off' }),
      },
      body: call.body,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    const text = await response.text()
    return response.ok ? answered(call, response, text) : refused(response, text)
  } catch (cause) {
    const reason = `the request failed: ${(cause as Error).name}`
    const error = new FailedRequest(reason, { message: `the request failed: ${String(cause)}`, cause })
    return { kind: 'failed', error, isWorthTrying: true }
  }
}

function answered({ format, isFolded }: EvalCall, response: Response, text: string): Tried {
  const compression = response.headers.get('x-service-compression') ?? ''
  // The answer to an unchanged history must not count as the answer to a folded one.
  if (isFolded && !FOLDED.has(compression)) {
    const error = new FailedRequest(`the request was sent unchanged (${compression})`)
    return { kind: 'failed', error, isWorthTrying: false }
  }
  const tap = createUsageTap(format, response.headers.get('content-type') ?? '')
  tap.push(text)
  const usage = tap.end()
  return { kind: 'answered', answer: { text: answerText(itemsOfResponse(format, JSON.parse(text))), usage } }
}

function refused(response: Response, text: string): Tried {
  const { status } = response
  const { message, code } = errorIn(text)
  const described = `${status}: ${message}`
  // 402: the account at the provider has no credit. 503 with x-should-retry: false: a provider key is missing.
  const isWrongSetup =
    [401, 402, 403, 404].includes(status) || (status === 503 && response.headers.get('x-should-retry') === 'false')
  const error = isWrongSetup
    ? new SetupError(described)
    : new FailedRequest([status, ...code].join(' '), { message: described })
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN)
  return {
    kind: 'failed',
    error,
    isWorthTrying: !isWrongSetup && (status === 408 || status === 429 || status >= 500),
    retryAfterMs: Number.isFinite(seconds) ? seconds * 1000 : undefined,
  }
}

/** An identifier. Other text in its place may quote the request. */
const CODE = /^[a-z][a-z\d_.-]{0,63}$/i

/** The message of an error body, and its code or type, if it has one. */
function errorIn(text: string): { readonly message: string; readonly code: readonly string[] } {
  try {
    const { error } = JSON.parse(text) as { error: { message: string; code?: unknown; type?: unknown } }
    const codes = [error.code, error.type].filter((code) => typeof code === 'string')
    return { message: error.message.slice(0, 300), code: codes.filter((code) => CODE.test(code)).slice(0, 1) }
  } catch {
    return { message: 'no error message', code: [] }
  }
}
