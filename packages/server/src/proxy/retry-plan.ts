import type { Prepared } from '../compression-port.ts'
import type { Log } from '../ports.ts'
import type { UpstreamAnswer } from '../upstream-port.ts'
import type { Counters } from './counters.ts'
import type { Exchange } from './exchange.ts'
import type { Forwarding } from './forward.ts'

/** Longer answers to a refused request are cut off instead of read to their end. */
const MAX_DISCARDED_BYTES = 64 * 1024

/** The bodies to send, the second only when the provider refuses the first with 400. */
export interface RetryPlan {
  readonly first: Buffer
  /** Undefined where nothing else can be sent. */
  second(): Promise<Buffer | undefined>
}

/** What a retry needs beside the prepared bodies. */
export interface RetryNeeds {
  readonly original: Buffer
  readonly wasRewritten: boolean
  /** Reads the original once more for a body without thinking. */
  strip(): Promise<Buffer | undefined>
}

/** What to send, and what to send should that be refused: without the rewrite, rewritten turns go without thinking. */
export function planRetry({ body, stripped, isDisabled, isComplete }: Prepared, needs: RetryNeeds): RetryPlan {
  const { original, wasRewritten, strip } = needs
  if (body) return { first: body, second: async () => stripped ?? original }
  if (stripped && isDisabled) return { first: stripped, second: async () => undefined }
  if (!isComplete && wasRewritten) return { first: original, second: strip }
  return { first: original, second: async () => stripped }
}

/** For a request that nothing was prepared for. */
export function planWithoutRetry(original: Buffer): RetryPlan {
  return { first: original, second: async () => undefined }
}

/** The answer that counts, and whether it is that to the first body. */
export interface Sent {
  readonly answer: UpstreamAnswer
  readonly isFirst: boolean
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

/** Sends the second body, where there is one, after a response of status 400. */
export async function retryWhenRefused(
  deps: RetryDeps,
  exchange: Exchange,
  { forwarding, plan, answer }: FirstSent,
): Promise<Sent> {
  const second = await plan.second()
  if (second === undefined) return { answer, isFirst: true }
  discard(answer)
  deps.counters.add('retried_with_original')
  exchange.resends++
  const { requestId, sessionHash } = exchange
  deps.log.warn(
    { requestId, session: sessionHash?.slice(0, 8) },
    'The provider refused a rewritten request; the original is sent.',
  )
  return { answer: await forwarding.send(second), isFirst: false }
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
