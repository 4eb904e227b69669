import { type Conversation, stripThinking } from '@pleat/core'
import type { UpstreamAnswer } from '../ports.ts'
import type { Soon } from '../soon.ts'
import type { Exchange } from './exchange.ts'
import type { Forwarding } from './forward.ts'
import type { SessionPlace } from './open-session.ts'
import { whyLeftAlone } from './refusals.ts'
import { checked, type Rewrite, type RewriteDeps } from './rewrite.ts'
import type { View } from './view.ts'

/** Longer answers than this to a refused request are cut off instead of read to their end. */
const MAX_DISCARDED_BYTES = 64 * 1024

/** The bodies to send, the second only when the provider refuses the first with 400. */
export interface Attempts {
  readonly first: Buffer
  readonly second: Buffer | undefined
}

/**
 * What to send, and what to send should that be refused. Signatures of thinking from rewritten turns hold only after
 * what was sent then, so without the rewrite those turns have to go without their thinking.
 */
export function planAttempts(
  deps: RewriteDeps,
  request: { original: Buffer; view: View; place: SessionPlace; rewrite: Rewrite },
): Attempts {
  const { original, view, rewrite } = request
  const { session, chain } = request.place
  const stripped = session.wasRewritten ? withoutThinking(deps, view) : undefined
  if (rewrite.body) return { first: rewrite.body, second: stripped ?? original }
  if (stripped && whyLeftAlone(session, chain) !== undefined) return { first: stripped, second: undefined }
  return { first: original, second: stripped }
}

/** The answer that counts, and whether it is that to the first body. */
export interface Sent {
  readonly answer: UpstreamAnswer
  readonly isFirst: boolean
}

/**
 * The answer that counts, when the one to the first body is `answer`: a 400 has the second body sent, where there is one.
 * No other answer is ever asked for twice.
 */
export function settleAnswer(
  deps: RewriteDeps,
  exchange: Exchange,
  { forwarding, attempts, answer }: { forwarding: Forwarding; attempts: Attempts; answer: UpstreamAnswer },
): Soon<Sent> {
  if (answer.status !== 400 || attempts.second === undefined) return { answer, isFirst: true }
  discard(answer)
  deps.counters.add('retried_with_original')
  const { requestId, sessionHash } = exchange
  deps.log.warn(
    { requestId, session: sessionHash?.slice(0, 8) },
    'The provider refused a rewritten request; sent as it came.',
  )
  return forwarding.send(attempts.second).then((second) => ({ answer: second, isFirst: false }))
}

function withoutThinking(deps: RewriteDeps, view: View): Buffer | undefined {
  if (view.kind !== 'conversation' || !view.conversation.bindsThinking) return undefined
  return tryToStrip(deps, view.conversation)
}

function tryToStrip(deps: RewriteDeps, conversation: Conversation): Buffer | undefined {
  try {
    const edits = stripThinking(conversation)
    return edits.length === 0 ? undefined : checked(deps, conversation, edits)
  } catch (error) {
    deps.counters.add('fold_failed')
    deps.log.error({ error }, 'Thinking could not be left out of a request.')
    return undefined
  }
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
