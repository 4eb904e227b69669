import { type ContextError, readContextError } from '@pleat/core'
import type { Prepared } from '../compression/compression-port.ts'
import { guessTokens } from '../compression/guess-tokens.ts'
import type { Log } from '../ports.ts'
import type { Counters } from './counters.ts'
import { errorText, MAX_ERROR_BYTES } from './error-text.ts'
import type { Exchange } from './exchange.ts'
import type { Rewrite } from './fold-and-splice.ts'
import type { Forwarding } from './forward.ts'
import { PeekedAnswer, peekAnswer } from './peek-answer.ts'
import type { Tighten } from './tighten.ts'
import type { UpstreamAnswer } from './upstream-port.ts'

/** Longest response to a refused request that is read to its end. Longer ones are cut off. */
const MAX_DISCARDED_BYTES = 64 * 1024

const ORIGINAL_SENT = 'The provider refused a rewritten request; the original is sent.'
const STRIPPED_SENT = 'The provider refused a request; it is sent without the thinking of rewritten turns.'

/** The bodies to send. The second is sent only if the provider refuses the first. */
export interface RetryPlan {
  readonly first: Buffer
  /** True if a fold has changed the first body. */
  readonly isRewritten: boolean
  /** Resolves to undefined without another body. */
  second(): Promise<SecondBody | undefined>
  /** Makes a shorter request if the first is too long for the model. Undefined if that is impossible. */
  readonly tighten?: ((error: ContextError) => Promise<Rewrite | undefined>) | undefined
}

/** The body that is sent after a refusal. Unless it is the original, it is the original without thinking. */
export interface SecondBody {
  readonly body: Buffer
  readonly isOriginal: boolean
}

/** Data of a retry in addition to the prepared bodies. */
export interface RetryNeeds {
  readonly original: Buffer
  readonly wasRewritten: boolean
  /** Reads the original again to make a body without thinking. */
  strip(): Promise<Buffer | undefined>
  readonly tighten?: Tighten | undefined
}

/**
 * Returns the body to send, and the one to send after a refusal: without the rewrite, and without the thinking of rewritten
 * turns.
 */
export function planRetry(prepared: Prepared, needs: RetryNeeds): RetryPlan {
  const { tighten } = needs
  const sent = { tokens: prepared.rawTokens - prepared.savedTokens, isCounted: prepared.isComplete }
  return {
    ...bodiesOf(prepared, needs),
    isRewritten: prepared.body !== undefined,
    tighten: tighten && ((error) => tighten(error, sent)),
  }
}

function bodiesOf(
  { body, stripped, isDisabled, isComplete }: Prepared,
  { original, wasRewritten, strip }: RetryNeeds,
): Pick<RetryPlan, 'first' | 'second'> {
  const withoutThinking = (shorter: Buffer | undefined) => shorter && { body: shorter, isOriginal: false }
  if (body)
    return { first: body, second: async () => withoutThinking(stripped) ?? { body: original, isOriginal: true } }
  if (stripped && isDisabled) return { first: stripped, second: async () => undefined }
  if (!isComplete && wasRewritten) return { first: original, second: async () => withoutThinking(await strip()) }
  return { first: original, second: async () => withoutThinking(stripped) }
}

/** The plan of a request that is sent unchanged before it is counted. */
export function planEarly(original: Buffer, tighten: Tighten | undefined): RetryPlan {
  const guessed = { tokens: guessTokens(original.length), isCounted: false }
  return {
    first: original,
    isRewritten: false,
    second: async () => undefined,
    tighten: tighten && ((error) => tighten(error, guessed)),
  }
}

/** The final response. `isFirst`: it answers the first body, or the tighter one that replaced it. */
export interface Sent {
  readonly answer: UpstreamAnswer
  readonly isFirst: boolean
  /** The rewrite that was sent in place of the planned one, which was too long. */
  readonly tighter?: Rewrite
}

interface RetryDeps {
  readonly counters: Counters
  readonly log: Log
}

interface FirstSent {
  readonly forwarding: Forwarding
  readonly plan: RetryPlan
  readonly answer: UpstreamAnswer
}

/**
 * Handles the refusal of a request. A request that was too long is folded tighter and sent again. Otherwise the second
 * body is sent, if the plan has one.
 */
export async function retryWhenRefused(
  deps: RetryDeps,
  exchange: Exchange,
  { forwarding, plan, answer }: FirstSent,
): Promise<Sent> {
  const refusal = plan.tighten ? await peekAnswer(answer, MAX_ERROR_BYTES) : answer
  const text = refusal instanceof PeekedAnswer ? errorText(refusal) : undefined
  const error = text === undefined ? undefined : readContextError(text)
  const { requestId, sessionHash } = exchange
  const about = { requestId, session: sessionHash?.slice(0, 8) }
  if (error) {
    const tighter = await plan.tighten!(error)
    if (tighter?.prepared.body === undefined) return { answer: refusal, isFirst: true }
    discard(refusal)
    exchange.resends++
    deps.log.info(
      { ...about, window: error.windowTokens },
      'A request was too long for its model; it is folded tighter.',
    )
    return { answer: await forwarding.send(tighter.prepared.body), isFirst: true, tighter }
  }
  const second = await plan.second()
  if (second === undefined) return { answer: refusal, isFirst: true }
  discard(refusal)
  deps.counters.add('retried_with_original')
  exchange.resends++
  deps.log.warn(about, second.isOriginal ? ORIGINAL_SENT : STRIPPED_SENT)
  return { answer: await forwarding.send(second.body), isFirst: false }
}

/** Reads to the end so that the connection stays usable. */
function discard(answer: UpstreamAnswer): void {
  let size = 0
  answer.read({
    onData(chunk) {
      size += chunk.length
      if (size > MAX_DISCARDED_BYTES) answer.abort()
      return true
    },
    onEnd() {},
    onError() {},
  })
}
