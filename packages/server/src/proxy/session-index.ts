import type { Session } from './session.ts'

/** A map that keeps what is used: beyond its size, what was not used for longest goes, half of the map at a time. */
class RecentMap<Value> {
  readonly #perGeneration: number
  #young = new Map<string, Value>()
  #old = new Map<string, Value>()

  constructor(maxEntries: number) {
    this.#perGeneration = Math.max(1, Math.floor(maxEntries / 2))
  }

  get(key: string): Value | undefined {
    const fresh = this.#young.get(key)
    if (fresh !== undefined) return fresh
    const known = this.#old.get(key)
    if (known !== undefined) this.set(key, known)
    return known
  }

  set(key: string, value: Value): void {
    if (this.#young.size >= this.#perGeneration && !this.#young.has(key)) {
      this.#old = this.#young
      this.#young = new Map()
    }
    this.#young.set(key, value)
  }
}

/** The sessions in memory, by id hash and by the chain hashes their requests ended at. */
export class SessionIndex {
  readonly #byId: RecentMap<Session>
  readonly #byTip: RecentMap<Session>

  constructor({ maxSessions, maxTips }: { maxSessions: number; maxTips: number }) {
    this.#byId = new RecentMap(maxSessions)
    this.#byTip = new RecentMap(maxTips)
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
