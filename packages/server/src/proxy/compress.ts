import type { IncomingHttpHeaders } from 'node:http'
import type { Conversation } from '@pleat/core'
import { type Soon, whenThere } from '../soon.ts'
import { findBypass } from './bypass.ts'
import { type CacheDeps, type CacheWatch, watchCache } from './cache-watch.ts'
import { mayBeFolded } from './count-tokens.ts'
import type { Objective } from './fold-request.ts'
import type { SessionPlace } from './open-session.ts'
import { type Rewrite, type RewriteDeps, rewrite, unchanged } from './rewrite.ts'
import { findHistory, keepHistory } from './session.ts'
import type { View } from './view.ts'

/** What the fold makes of the request, with what it remembers of this history; or why it is not asked. */
export function compress(
  deps: RewriteDeps & CacheDeps,
  request: { headers: IncomingHttpHeaders; view: View; place: SessionPlace; objective: Objective },
): Soon<Rewrite> {
  const { headers, view, objective, place } = request
  const { session, chain } = place
  const bypass = findBypass(headers, view) ?? session.leftAlone
  if (bypass !== null) return unchanged(bypass)
  if (view.kind === 'opaque') return unchanged(view.reason)
  // The fold would say the same, and leave a memory of nothing behind for every session that never gets far.
  if (!mayBeFolded(view)) return unchanged('short-conversation')
  return foldAfterOthers(deps, { session, chain, conversation: view.conversation, objective })
}

interface Known extends SessionPlace {
  readonly conversation: Conversation
  readonly objective: Objective
}

/** What another request of this session is folding for the first time may be what this one would have to fold again. */
function foldAfterOthers(deps: RewriteDeps & CacheDeps, known: Known): Soon<Rewrite> {
  const { session, chain } = known
  if (session.folding && !findHistory(session, chain)) {
    return session.folding.then(() => foldAfterOthers(deps, known))
  }
  const folding = foldNow(deps, known)
  if (folding instanceof Promise) {
    const done = () => {
      session.folding = undefined
    }
    session.folding = folding.then(done, done)
  }
  return folding
}

function foldNow(deps: RewriteDeps & CacheDeps, known: Known): Soon<Rewrite> {
  const { session, chain, conversation, objective } = known
  const state = findHistory(session, chain)
  const watch = objective === 'cost' ? tryToWatch(deps, known, conversation) : undefined
  const rewriting = rewrite(deps, { conversation, state, objective, cacheSigns: watch?.signs ?? [] })
  return whenThere(rewriting, (result) => {
    if (result.state === undefined) return result
    keepHistory(session, chain, result.state)
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
