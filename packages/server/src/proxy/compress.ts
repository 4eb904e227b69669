import type { IncomingHttpHeaders } from 'node:http'
import type { Conversation } from '@pleat/core'
import { type Soon, whenThere } from '../soon.ts'
import { findBypass } from './bypass.ts'
import { type CacheDeps, type CacheWatch, watchCache } from './cache-watch.ts'
import { beginningOf } from './chain.ts'
import { mayBeFolded } from './count-tokens.ts'
import type { Objective } from './fold-request.ts'
import { waitingBytes } from './in-slices.ts'
import { type DeadlineDeps, inTime } from './in-time.ts'
import type { SessionPlace } from './open-session.ts'
import { whyLeftAlone } from './refusals.ts'
import { type Rewrite, type RewriteDeps, rewrite, unchanged } from './rewrite.ts'
import { findHistory, type Session } from './session.ts'
import type { Sessions } from './sessions.ts'
import type { View } from './view.ts'

export interface CompressDeps extends RewriteDeps, CacheDeps, DeadlineDeps {
  readonly sessions: Pick<Sessions, 'keepHistory' | 'forgetHistory'>
}

/** What the fold makes of the request, with what it remembers of this history; or why it is not asked. */
export function compress(
  deps: CompressDeps,
  request: { headers: IncomingHttpHeaders; view: View; place: SessionPlace; objective: Objective },
): Soon<Rewrite> {
  const { headers, view, objective, place } = request
  const { session, chain } = place
  const bypass = findBypass(headers, view) ?? whyLeftAlone(session, chain)
  if (bypass !== undefined) return unchanged(bypass)
  if (view.kind === 'opaque') return unchanged(view.reason)
  // The fold would say the same, and leave a memory of nothing behind for every session that never gets far.
  if (!mayBeFolded(view)) return unchanged('short-conversation')
  const folding = foldAfterOthers(deps, { session, chain, conversation: view.conversation, objective })
  return folding instanceof Promise ? inTime(deps, folding) : folding
}

/** Bodies of first folds under way: each is kept until its fold is done, whether the request still waits for it or not. */
const MOST_WAITING_BYTES = 128 * 1024 * 1024

interface Known extends SessionPlace {
  readonly conversation: Conversation
  readonly objective: Objective
}

/** What another request of this conversation is folding for the first time may be what this one would have to fold again. */
function foldAfterOthers(deps: CompressDeps, known: Known): Soon<Rewrite> {
  const { session, chain } = known
  const beginning = beginningOf(chain)
  const other = session.foldings?.get(beginning)
  if (other && !findHistory(session, chain)) return other.then(() => foldAfterOthers(deps, known))
  const folding = foldNow(deps, known)
  if (folding instanceof Promise) announce(session, beginning, folding)
  return folding
}

/** Has others of the conversation wait for its first fold. */
function announce(session: Session, beginning: string, folding: Promise<unknown>): void {
  session.foldings ??= new Map()
  const { foldings } = session
  const done = () => {
    if (foldings.get(beginning) === settled) foldings.delete(beginning)
  }
  const settled = folding.then(done, done)
  foldings.set(beginning, settled)
}

function foldNow(deps: CompressDeps, known: Known): Soon<Rewrite> {
  const { session, chain, conversation, objective } = known
  const before = findHistory(session, chain)
  if (before === undefined && waitingBytes() > MOST_WAITING_BYTES) {
    deps.counters.add('fold_skipped')
    return unchanged('busy')
  }
  const watch = objective === 'cost' ? tryToWatch(deps, known, conversation) : undefined
  const rewriting = rewrite(deps, { conversation, state: before?.state, objective, cacheSigns: watch?.signs ?? [] })
  return whenThere(rewriting, (result) => {
    if (result.state === undefined) {
      if (before) deps.sessions.forgetHistory(before.state)
      return result
    }
    deps.sessions.keepHistory(session, chain, { state: result.state, before })
    watch?.sent(result.state, result.body?.length ?? conversation.body.length)
    return { ...result, watch }
  })
}

/** Without it the fold takes the cache for one that works as providers say. */
function tryToWatch(
  deps: RewriteDeps & CacheDeps,
  place: SessionPlace,
  conversation: Conversation,
): CacheWatch | undefined {
  try {
    return watchCache(deps, place, conversation)
  } catch (error) {
    deps.counters.add('fold_failed')
    deps.log.error({ error }, 'What the cache holds could not be decided; it is taken to work.')
    return undefined
  }
}
