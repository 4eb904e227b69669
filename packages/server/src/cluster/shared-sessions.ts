import { createRecentMap, type RecentMap } from '@pleat/core'
import type { Clock } from '../ports.ts'
import type { Session } from '../proxy/session.ts'
import type { SessionRegistry } from '../proxy/session-registry.ts'
import type { SessionQuestion } from './calls.ts'
import { applyUpdate, type OpenedState, type SessionUpdate, sessionOfUpdate, stateOf } from './session-update.ts'

/** Sessions that workers may send updates of; of others, those used longest ago leave. */
const MAX_LIVE = 10_000

/**
 * The sessions of all workers, in the primary process. A worker takes a session's newest state for each request and sends
 * back what changed, so it makes no difference which worker served the turn before.
 */
export class SharedSessions {
  readonly #sessions: Pick<SessionRegistry, 'open' | 'remember'>
  readonly #clock: Clock
  readonly #live: RecentMap<Session> = createRecentMap(MAX_LIVE)

  constructor(sessions: Pick<SessionRegistry, 'open' | 'remember'>, clock: Clock) {
    this.#sessions = sessions
    this.#clock = clock
  }

  async open({ accountId, signal, hashes }: SessionQuestion): Promise<OpenedState> {
    const { session, publicId } = await this.#sessions.open(accountId, signal ?? undefined, hashes)
    this.#live.set(keyOf(session), session)
    return { state: stateOf(session), publicId }
  }

  update(update: SessionUpdate): void {
    const session = this.#live.get(keyOf(update)) ?? this.#begin(update)
    applyUpdate(session, update)
    if (update.remembered) this.#sessions.remember(session, update.remembered.head)
  }

  #begin(update: SessionUpdate): Session {
    const session = sessionOfUpdate(update, this.#clock.now())
    this.#live.set(keyOf(update), session)
    return session
  }
}

function keyOf({ accountId, idHash }: Pick<Session, 'accountId' | 'idHash'>): string {
  return `${accountId}\n${idHash}`
}
