import type { TagClouds } from '../cloud/tag-clouds.ts'
import type { Exchange } from './exchange.ts'
import type { SessionPlace } from './open-session.ts'
import type { View } from './view.ts'

export interface NoteDeps {
  readonly clouds: TagClouds
}

/** Asked not to be touched, or about a conversation and no part of it. */
const UNREAD_OUTCOMES = new Set(['off', 'compaction', 'auxiliary'])

/**
 * Hands the messages of an answered request to the session's tag cloud, which reads them later. A first turn waits for
 * the second, that comes with the same messages: most conversations have no more, and their sessions are not stored.
 * Says whether the view is still to be read.
 */
export function noteMessages(
  { clouds }: NoteDeps,
  { outcome }: Exchange,
  { view, place }: { view: View; place: SessionPlace },
): boolean {
  if (view.kind !== 'conversation' || place.session.turns < 2 || UNREAD_OUTCOMES.has(outcome)) return false
  return clouds.note(place.session, view.conversation)
}
