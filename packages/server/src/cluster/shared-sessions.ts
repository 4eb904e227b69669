import { createRecentMap, type RecentMap } from '@pleat/core'
import type { Clock } from '../ports.ts'
import type { Session } from '../proxy/session.ts'
import type { SessionRegistry } from '../proxy/session-registry.ts'
import type { SessionQuestion } from './calls.ts'
import { applyUpdate, type OpenedState, type SessionUpdate, sessionOfUpdate, stateOf } from './session-update.ts'

/** Limit of sessions in memory. The least recently used one is evicted. */
const MAX_LIVE = 10_000

/**
 * The sessions of all workers, in the primary process. A worker fetches the newest state of a session for each request
 * and returns its changes, so that any worker can serve any turn.
 */
export class SharedSessions {
  readonly #sessions: Pick<SessionRegistry, 'open' | 'remember'>
  readonly #clock: Clock
  readonly #live: RecentMap<Session> = createRecentMap(MAX_LIVE)

  constructor(sessions: Pick<SessionRegistry, 'open' | 'remember'>, clock: Clock) {
    this.#sessions = sessions
    this.#clock = clock
  }

  /** Finds or begins the session of a request. */
  async open({ accountId, signal, hashes }: SessionQuestion): Promise<OpenedState> {
    const { session, publicId } = await this.#sessions.open(accountId, signal ?? undefined, hashes)
    this.#live.set(keyOf(session), session)
    return { state: stateOf(session), publicId }
  }

  /** Merges the changes of a worker. Resolves when its decisions are stored. Undefined if it made none. */
  update(update: SessionUpdate): Promise<void> | undefined {
    const session = this.#live.get(keyOf(update)) ?? this.#begin(update)
    applyUpdate(session, update)
    return update.remembered && this.#sessions.remember(session, update.remembered.head)
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
