import { createRecentMap, type RecentMap } from '@pleat/core'
import type { ConversationEnds } from '../compression/compression-port.ts'
import type { Session } from './session.ts'

/** Prefix hashes of a request. */
export interface RequestHashes {
  /** Longest first. The first covers all messages. */
  readonly heads: readonly string[]
  /** Hash of the messages before those that the request adds. */
  readonly historyHead: string | undefined
  readonly ends?: ConversationEnds | undefined
}

/**
 * `known`: the session that the request continues. `fork`: its beginning is known, but no single session continues it,
 * so the caller starts one. Undefined: neither a prefix nor the end is known.
 */
export type Continuation = { readonly kind: 'known'; readonly session: Session } | { readonly kind: 'fork' } | undefined

/** The end of a request, identified by the hash of its messages. */
interface Tip {
  session: Session
  /** Sessions that began with the same messages and have not continued. A newer tip of the same hash gets this list. */
  readonly begun: Session[] | undefined
  /** Number of sessions that this tip kept alive when it was stored. */
  readonly weight: number
  /** Requests that continued from here. */
  branches: Branch[] | undefined
  /** The tip that this one continues. */
  parent: string | undefined
}

interface Branch {
  readonly head: string
  readonly historyHead: string | undefined
}

/** Sessions kept per first message, and continuations per tip. The oldest are evicted. */
const MAX_BEGUN = 64
const MAX_BRANCHES = 64

/**
 * Finds the session that a request without an id continues. Conversations may begin alike and diverge later: each continuation of
 * a shared beginning becomes a separate session, and an ambiguous one starts a new session.
 */
export class SessionTips {
  readonly #tips: RecentMap<Tip>
  /** Sessions by the end of their requests. Null if two ended alike. */
  readonly #ends: RecentMap<Session | null>

  constructor(maxTips: number) {
    this.#ends = createRecentMap(maxTips)
    this.#tips = createRecentMap(maxTips, ({ weight }) => weight)
  }

  /** Notes that a request of `session` ended at `head`. A shared tip belongs to the session that used it last. */
  add(session: Session, head: string): void {
    this.#tips.update(head, (tip) => {
      const begun = session.turns < 2 ? withNewest(tip?.begun, session) : tip?.begun
      // A new object, so that the map sees by how much the weight changed.
      const weight = Math.max(1, begun?.length ?? 0)
      return { session, begun, weight, branches: tip?.branches, parent: tip?.parent }
    })
  }

  /**
   * Finds the session by the longest known prefix or, after edits of the client, by the end of its previous request.
   * Reserves the position of the request in it.
   */
  continue(hashes: RequestHashes): Continuation {
    const { heads } = hashes
    for (const [index, from] of heads.entries()) {
      const tip = this.#tips.get(from)
      if (!tip) continue
      // The same request, sent again.
      if (index === 0) return { kind: 'known', session: tip.session }
      const edited = from === hashes.ends?.beforeHead ? undefined : this.#continueEdited(hashes)
      if (edited) return edited
      const session = this.#sessionBehind(tip, hashes)
      if (!session) return { kind: 'fork' }
      this.#branch(session, from, hashes)
      return { kind: 'known', session }
    }
    return this.#continueEdited(hashes)
  }

  /** Notes how a request of `session` ends. */
  noteEnd(session: Session, { ends }: RequestHashes): void {
    if (!ends) return
    const known = this.#ends.get(ends.own)
    this.#ends.set(ends.own, known === undefined || known === session ? session : null)
  }

  /** Finds the session whose previous request ended like this history, apart from the client's edits. */
  #continueEdited(hashes: RequestHashes): Continuation {
    const session = hashes.ends && this.#ends.get(hashes.ends.before)
    if (!session) return undefined
    this.#tips.set(hashes.heads[0]!, newTip(session, undefined))
    return { kind: 'known', session }
  }

  /** Reserves the position of a request that starts a session in the middle of a conversation. */
  reserve(session: Session, { heads, historyHead }: RequestHashes): void {
    const from = heads.slice(1).find((head) => this.#tips.get(head))
    if (from !== undefined) this.#branch(session, from, { heads, historyHead })
    else if (heads[0] !== undefined) this.#tips.set(heads[0], newTip(session, undefined))
  }

  #sessionBehind(tip: Tip, { historyHead }: RequestHashes): Session | undefined {
    const begun = takeUnused(tip.begun)
    if (begun) return begun
    if (!tip.branches) return this.#hasMovedOn(tip) ? undefined : tip.session
    // Sessions whose request differs only in its last message and was not continued: this request may be an edit of it.
    const edited = new Set<Session>()
    for (const branch of tip.branches) {
      const end = this.#tips.get(branch.head)
      if (end && !end.branches && branch.historyHead === historyHead) edited.add(end.session)
    }
    for (const branch of tip.branches) {
      const end = this.#tips.get(branch.head)
      if (end?.branches) edited.delete(end.session)
    }
    const [session, other] = edited
    return other ? undefined : session
  }

  /** True if the session continued from another version of the message that this tip ends with. */
  #hasMovedOn({ parent, session }: Tip): boolean {
    const siblings = (parent !== undefined && this.#tips.get(parent)?.branches) || []
    return siblings.some(({ head }) => {
      const end = this.#tips.get(head)
      return end?.session === session && end.branches !== undefined
    })
  }

  #branch(session: Session, from: string, { heads, historyHead }: RequestHashes): void {
    const head = heads[0]!
    this.#tips.set(head, newTip(session, from))
    const parent = this.#tips.get(from)
    if (!parent) return
    parent.branches ??= []
    if (parent.branches.push({ head, historyHead }) > MAX_BRANCHES) parent.branches.shift()
  }
}

function newTip(session: Session, parent: string | undefined): Tip {
  return { session, begun: undefined, weight: 1, branches: undefined, parent }
}

function withNewest(begun: Session[] | undefined, session: Session): Session[] {
  if (!begun) return [session]
  if (begun.at(-1) === session) return begun
  // One prompt may be sent thousands of times.
  if (begun.length >= MAX_BEGUN) begun.shift()
  begun.push(session)
  return begun
}

/** Takes the newest session without a second turn. One with a client's own id may have continued under that id. */
function takeUnused(begun: Session[] | undefined): Session | undefined {
  for (let session = begun?.pop(); session; session = begun?.pop()) {
    if (session.turns < 2) return session
  }
  return undefined
}
