import { createRecentMap, type RecentMap } from '@pleat/core'
import type { Session } from './session.ts'

/** The sessions in memory, by id hash. */
export class SessionIndex {
  readonly #byId: RecentMap<Session>

  constructor(maxSessions: number) {
    this.#byId = createRecentMap(maxSessions)
  }

  add(session: Session): Session {
    this.#byId.set(keyOf(session.accountId, session.idHash), session)
    return session
  }

  find(accountId: string, idHash: string): Session | undefined {
    return this.#byId.get(keyOf(accountId, idHash))
  }
}

function keyOf(accountId: string, idHash: string): string {
  return `${accountId}\n${idHash}`
}
