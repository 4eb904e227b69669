import type { IncomingHttpHeaders } from 'node:http'
import { findBypass } from './bypass.ts'
import { mayBeFolded } from './count-tokens.ts'
import type { Objective } from './fold-request.ts'
import type { SessionPlace } from './open-session.ts'
import { type Rewrite, type RewriteDeps, rewrite, unchanged } from './rewrite.ts'
import { findHistory, keepHistory } from './session.ts'
import type { View } from './view.ts'

/** What the fold makes of the request, with what it remembers of this history; or why it is not asked. */
export function compress(
  deps: RewriteDeps,
  request: { headers: IncomingHttpHeaders; view: View; place: SessionPlace; objective: Objective },
): Rewrite {
  const { headers, view, objective } = request
  const { session, chain } = request.place
  const bypass = findBypass(headers, view, session)
  if (bypass !== undefined) return unchanged(bypass)
  if (view.kind === 'opaque') return unchanged(view.reason)
  // The fold would say the same, and leave a memory of nothing behind for every session that never gets far.
  if (!mayBeFolded(view)) return unchanged('short-conversation')
  const state = findHistory(session, chain)
  const result = rewrite(deps, { conversation: view.conversation, state, objective })
  if (result.state) keepHistory(session, chain, result.state)
  return result
}
