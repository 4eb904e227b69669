import type { Prepared } from '../compression-port.ts'
import type { Log, UpstreamAnswer } from '../ports.ts'
import type { Counters } from './counters.ts'
import type { Exchange } from './exchange.ts'
import type { Forwarding } from './forward.ts'

/** Longer answers to a refused request are cut off instead of read to their end. */
const MAX_DISCARDED_BYTES = 64 * 1024

/** The bodies to send, the second only when the provider refuses the first with 400. */
export interface RetryPlan {
  readonly first: Buffer
  readonly second: Buffer | undefined
}

/** What to send, and what to send should that be refused: without the rewrite, rewritten turns go without thinking. */
export function planRetry(original: Buffer, { body, stripped, isDisabled }: Prepared): RetryPlan {
  if (body) return { first: body, second: stripped ?? original }
  if (stripped && isDisabled) return { first: stripped, second: undefined }
  return { first: original, second: stripped }
}

/** The answer that counts, and whether it is that to the first body. */
export interface Sent {
  readonly answer: UpstreamAnswer
  readonly isFirst: boolean
}

/** Sends the second body, where there is one, after a 400. No other answer is ever asked for twice. */
export async function retryWhenRefused(
  deps: { readonly counters: Counters; readonly log: Log },
  exchange: Exchange,
  { forwarding, plan, answer }: { forwarding: Forwarding; plan: RetryPlan; answer: UpstreamAnswer },
): Promise<Sent> {
  if (answer.status !== 400 || plan.second === undefined) return { answer, isFirst: true }
  discard(answer)
  deps.counters.add('retried_with_original')
  const { requestId, sessionHash } = exchange
  deps.log.warn(
    { requestId, session: sessionHash?.slice(0, 8) },
    'The provider refused a rewritten request; the original is sent.',
  )
  return { answer: await forwarding.send(plan.second), isFirst: false }
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
