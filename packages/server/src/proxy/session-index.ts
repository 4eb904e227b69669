import { createRecentMap, type RecentMap } from '@pleat/core'
import type { Session } from './session.ts'

/** The sessions in memory, by id hash and by the chain hashes their requests ended at. */
export class SessionIndex {
  readonly #byId: RecentMap<Session>
  readonly #byTip: RecentMap<Session>

  constructor({ maxSessions, maxTips }: { maxSessions: number; maxTips: number }) {
    this.#byId = createRecentMap(maxSessions)
    this.#byTip = createRecentMap(maxTips)
  }

  add(session: Session): Session {
    this.#byId.set(keyOf(session.accountId, session.idHash), session)
    return session
  }

  find(accountId: string, idHash: string): Session | undefined {
    return this.#byId.get(keyOf(accountId, idHash))
  }

  /** The session of the first of `tips` that is known. Tips of different accounts never meet: see `chainOf`. */
  findByTip(tips: readonly string[]): Session | undefined {
    for (const tip of tips) {
      const session = this.#byTip.get(tip)
      if (session) return session
    }
    return undefined
  }

  /** A tip that two sessions share belongs to the one that had it last: that one is more likely to go on. */
  addTip(session: Session, tip: string): void {
    this.#byTip.set(tip, session)
  }
}

function keyOf(accountId: string, idHash: string): string {
  return `${accountId}\n${idHash}`
}
