import { bestFirst } from '../../best-first.ts'
import { tokensOf } from '../../sum.ts'
import type { Candidate } from './candidates.ts'
import { type HeldTerms, heldFor, hold } from './held.ts'

/** Least gain of a candidate, as a share of the gain of one that did not fit. With less, it is not worth its room. */
const LEAST_SHARE = 0.6

/** Budget of a new digest, in tokens. */
export interface DigestRoom {
  readonly tokens: number
  /** The part of the budget that is reserved for the user as long as candidates of the user remain. */
  readonly forUser: number
}

/** The budget, with the part that is reserved for rules of the user as long as one of them remains. */
export interface Room extends DigestRoom {
  readonly forRules: number
  /** A text of the user of at most this length is taken without enough room if it is the best one or the best rule. */
  readonly shortTokens: number
}

/**
 * Chooses candidates by their gain per token, in lazy greedy order, until `room` is used. Terms in earlier digests count less:
 * a term's weight is divided by 1 + the number of times it is held. Updates `held` with the chosen terms.
 *
 * The best candidate, and the best rule, is taken as long as any room is left, if it is short and the user's; later
 * digests are then smaller. If a short candidate of the user does not fit, candidates with a far lower gain do not fill
 * the room, which is kept for the next digest.
 */
export function chooseCandidates(candidates: readonly Candidate[], room: Room, held: HeldTerms): Candidate[] {
  const offered = candidates.toSorted(byPlace)
  const taken = new Set<Candidate>()
  const contexts = Map.groupBy(candidates.filter(isContext), ({ neededBy }) => neededBy)
  const rules = createReserve(candidates, room.forRules, ({ isRule }) => isRule)
  const offeredMessages = new Set(offered.map(({ message }) => message))
  // Context of the tail's first message has to be in this digest.
  const isOwed = ({ isUser, neededBy }: Candidate): boolean =>
    isUser || (neededBy !== undefined && !offeredMessages.has(neededBy))
  const said = createReserve(candidates, room.forUser, isOwed)
  const written = new Set<string>()
  /** A lead-in is written once for each message. */
  const priceOf = ({ message, tokens, leadIn }: Candidate): number =>
    leadIn && written.has(`${message} ${leadIn.text}`) ? tokens - leadIn.tokens : tokens
  let left = room.tokens
  let missed = 0
  for (const { item, gain } of bestFirst({ count: offered.length, gainOf: (item) => gainOf(offered[item]!, held) })) {
    const candidate = offered[item]!
    if (taken.has(candidate)) continue
    rules.pass(candidate)
    said.pass(candidate)
    if (!candidate.isRule && !(isOwed(candidate) && room.forUser > 0) && gain < LEAST_SHARE * missed) {
      if (!rules.waiting && !said.waiting) break
      continue
    }
    const isShort = candidate.isUser && candidate.tokens <= room.shortTokens
    const free = left - Math.max(candidate.isRule ? 0 : rules.tokens, isOwed(candidate) ? 0 : said.tokens)
    const isFirst = isShort && free > 0 && (!taken.size || (candidate.isRule && !rules.isUsed))
    if (priceOf(candidate) > free && !isFirst) {
      if (isShort) missed = Math.max(missed, gain)
      continue
    }
    for (const each of [candidate, ...(candidate.isUser ? (contexts.get(candidate.message) ?? []) : [])]) {
      if (taken.has(each)) continue
      taken.add(each)
      left -= priceOf(each)
      if (each.leadIn) written.add(`${each.message} ${each.leadIn.text}`)
      rules.use(each)
      said.use(each)
      hold(held, each.terms, each.isUser)
    }
  }
  return [...taken].sort(byPlace)
}

function isContext({ neededBy }: Candidate): boolean {
  return neededBy !== undefined
}

/** Room that is reserved for the remaining candidates of one kind. */
function createReserve(candidates: readonly Candidate[], most: number, isOfKind: (candidate: Candidate) => boolean) {
  let waiting = tokensOf(candidates.filter(isOfKind))
  let kept = most
  let isUsed = false
  return {
    /** Tokens of the remaining candidates of this kind. */
    get waiting() {
      return waiting
    },
    get tokens() {
      return Math.max(0, Math.min(kept, waiting))
    },
    get isUsed() {
      return isUsed
    },
    pass(candidate: Candidate) {
      if (isOfKind(candidate)) waiting -= candidate.tokens
    },
    use(candidate: Candidate) {
      if (!isOfKind(candidate)) return
      kept -= candidate.tokens
      isUsed = true
    },
  }
}

type Place = Pick<Candidate, 'message' | 'order'>

/** Sorts by position in the conversation. Of equals the earlier one is chosen, so that every process chooses the same. */
export function byPlace(a: Place, b: Place): number {
  return a.message - b.message || a.order - b.order
}

/**
 * Value of any text of the user, since it answers something, in whatever words: "the second one", "no". In nats, like that of a
 * rare word.
 */
const USER_VALUE = 1

/** Gain per token of a candidate over the earlier digests. */
export function gainOf(candidate: Candidate, held: HeldTerms): number {
  const counts = heldFor(held, candidate.isUser)
  let sum = candidate.isUser ? USER_VALUE : 0
  for (let i = 0; i < candidate.terms.length; i++) {
    sum += candidate.weights[i]! / (1 + (counts.get(candidate.terms[i]!) ?? 0))
  }
  // The constant is the cost of a separate line: number, speaker, line break.
  return (candidate.boost * sum) / (candidate.tokens + 3)
}
