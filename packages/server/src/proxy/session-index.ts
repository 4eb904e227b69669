import type { Session } from './session.ts'

/** Tips by which one live session is found. */
const KEPT_TIPS = 8

/** The sessions in memory, by id hash and by chain tip; beyond `maxSessions` the one used longest ago leaves. */
export class SessionIndex {
  readonly #maxSessions: number
  readonly #byId = new Map<string, Session>()
  readonly #byTip = new Map<string, Session>()
  readonly #tips = new Map<Session, string[]>()

  constructor(maxSessions: number) {
    this.#maxSessions = maxSessions
  }

  add(session: Session): Session {
    this.#byId.set(keyOf(session.accountId, session.idHash), session)
    if (this.#byId.size > this.#maxSessions) this.#remove(this.#byId.values().next().value!)
    return session
  }

  find(accountId: string, idHash: string): Session | undefined {
    return this.#use(this.#byId.get(keyOf(accountId, idHash)))
  }

  /** The session of the first of `tips` that is known. Tips of different accounts never meet: see `chainOf`. */
  findByTip(accountId: string, tips: readonly string[]): Session | undefined {
    for (const tip of tips) {
      const session = this.#byTip.get(tip)
      if (session?.accountId === accountId) return this.#use(session)
    }
    return undefined
  }

  /** A tip that two sessions share belongs to the one that had it last: that one is more likely to go on. */
  addTip(session: Session, tip: string): void {
    if (this.#byId.get(keyOf(session.accountId, session.idHash)) !== session) return
    this.#byTip.set(tip, session)
    const tips = (this.#tips.get(session) ?? []).filter((known) => known !== tip)
    tips.push(tip)
    for (const old of tips.splice(0, Math.max(0, tips.length - KEPT_TIPS))) this.#forgetTip(session, old)
    this.#tips.set(session, tips)
  }

  /** Maps keep the order of insertion, so putting one in again makes it the newest. */
  #use(session: Session | undefined): Session | undefined {
    if (!session) return undefined
    const key = keyOf(session.accountId, session.idHash)
    this.#byId.delete(key)
    this.#byId.set(key, session)
    return session
  }

  #remove(session: Session): void {
    this.#byId.delete(keyOf(session.accountId, session.idHash))
    for (const tip of this.#tips.get(session) ?? []) this.#forgetTip(session, tip)
    this.#tips.delete(session)
  }

  #forgetTip(session: Session, tip: string): void {
    if (this.#byTip.get(tip) === session) this.#byTip.delete(tip)
  }
}

function keyOf(accountId: string, idHash: string): string {
  return `${accountId}\n${idHash}`
}
