import { bestFirst } from '../../best-first.ts'
import type { Candidate } from './candidates.ts'
import { type HeldTerms, heldFor, hold } from './held.ts'

/** A user message of at most this number of tokens is never left out for want of room. */
const SHORT_TOKENS = 60
/** Beside what was passed over, what is worth less than this share of it is not worth its room. */
const LEAST_SHARE = 0.6

/** Room of a new digest, in tokens. */
export interface DigestRoom {
  readonly tokens: number
  /** The part of it that nobody but the user may take as long as something that the user said is left. */
  readonly forUser: number
}

/** The same, with the part that nothing but rules of the user may take as long as one of them is left. */
export interface Room extends DigestRoom {
  readonly forRules: number
}

/**
 * Lazy greedy choice of candidates by what they add per token, until `room` is used. What a digest holds already
 * counts for less: a term's weight is divided by 1 + the times it is held. `held` is updated with what was chosen.
 *
 * The best gets in as long as any room is left, when it is short and the user's: later digests are the smaller for it. And
 * where one like it finds no room, the room is not filled up with what says far less: it is kept for the next digest.
 */
export function chooseCandidates(candidates: readonly Candidate[], room: Room, held: HeldTerms): Candidate[] {
  const offered = candidates.toSorted(byPlace)
  const taken = new Set<Candidate>()
  const contexts = Map.groupBy(candidates.filter(isContext), ({ neededBy }) => neededBy)
  const rules = createReserve(candidates, room.forRules, ({ isRule }) => isRule)
  const offeredMessages = new Set(offered.map(({ message }) => message))
  // What the tail's first message is not understood without has to be said now.
  const isOwed = ({ isUser, neededBy }: Candidate): boolean =>
    isUser || (neededBy !== undefined && !offeredMessages.has(neededBy))
  const said = createReserve(candidates, room.forUser, isOwed)
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
    const isShort = candidate.isUser && candidate.tokens <= SHORT_TOKENS
    const free = left - Math.max(candidate.isRule ? 0 : rules.tokens, isOwed(candidate) ? 0 : said.tokens)
    const isFirst = isShort && free > 0 && (!taken.size || (candidate.isRule && !rules.isUsed))
    if (candidate.tokens > free && !isFirst) {
      if (isShort) missed = Math.max(missed, gain)
      continue
    }
    for (const each of [candidate, ...(candidate.isUser ? (contexts.get(candidate.message) ?? []) : [])]) {
      if (taken.has(each)) continue
      taken.add(each)
      left -= each.tokens
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

/** Room that is kept for the candidates of one kind that are still to come. */
function createReserve(candidates: readonly Candidate[], most: number, isOfKind: (candidate: Candidate) => boolean) {
  let waiting = 0
  for (const candidate of candidates) if (isOfKind(candidate)) waiting += candidate.tokens
  let kept = most
  let isUsed = false
  return {
    /** Tokens of the candidates of this kind that are still to come. */
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

/** The order in which things were said. Of equals the earlier one is chosen, so that it is the same in every process. */
function byPlace(a: Candidate, b: Candidate): number {
  return a.message - b.message || a.order - b.order
}

/** What the user says answers something, in whatever words: "the second one", "no". In nats, as a rare word has. */
const USER_VALUE = 1

/** What a candidate adds per token to what digests hold already. */
export function gainOf(candidate: Candidate, held: HeldTerms): number {
  const counts = heldFor(held, candidate.isUser)
  let sum = candidate.isUser ? USER_VALUE : 0
  for (let i = 0; i < candidate.terms.length; i++) {
    sum += candidate.weights[i]! / (1 + (counts.get(candidate.terms[i]!) ?? 0))
  }
  // The constant is what a line of its own costs: number, speaker, line break.
  return (candidate.boost * sum) / (candidate.tokens + 3)
}
