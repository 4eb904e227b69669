import { tokensOf } from '../../sum.ts'
import { answerTo } from './answer-to.ts'
import { containsWhole } from './contains-whole.ts'
import { newerStatements } from './newer-statements.ts'
import { type Allocation, type Proposal, placeOf, type RecallRequest, type RecallSource } from './recall-source.ts'
import { artifact } from './sources/artifact.ts'
import { changedStatement } from './sources/changed-statement.ts'
import { codePieces } from './sources/code-pieces.ts'
import { earlierAnswer } from './sources/earlier-answer.ts'
import { exchange } from './sources/exchange.ts'
import { lastAnswer } from './sources/last-answer.ts'
import { longAnswer } from './sources/long-answer.ts'
import { matchingLines } from './sources/matching-lines.ts'
import { newestTotal } from './sources/newest-total.ts'
import { rankedMessages } from './sources/ranked-messages.ts'
import { referenceText } from './sources/reference-text.ts'
import { toolRecords } from './sources/tool-records.ts'
import { unsentStatement } from './sources/unsent-statement.ts'

/** All sources, the surest first. */
const SOURCES: readonly RecallSource[] = [
  lastAnswer,
  artifact,
  exchange,
  earlierAnswer,
  longAnswer,
  unsentStatement,
  referenceText,
  codePieces,
  changedStatement,
  newestTotal,
  matchingLines,
  toolRecords,
].sort((a, b) => b.value - a.value)
/**
 * Shares of the room for ranked messages. Token counts are estimates: a recall that exceeds its limit is tried again with the
 * next share.
 */
const ROOM_SHARES = [1, 0.75, 0.5]

class Spending implements Allocation {
  readonly proposals: Proposal[] = []
  readonly #origins = new Map<RecallSource, readonly Proposal[]>()
  /** The messages with an excerpt, by `placeOf`. True if the excerpt excludes others of the same message. */
  readonly #isWhole = new Map<number, boolean>()
  #left = 0

  constructor(room: number, taken: readonly Proposal[] = []) {
    for (const proposal of taken) this.#add(proposal)
    this.#left = room
  }

  get left(): number {
    return this.#left
  }

  holds(index: number): boolean {
    return this.#isWhole.get(placeOf({ index })) ?? false
  }

  of(source: RecallSource): readonly Proposal[] {
    return this.#origins.get(source) ?? []
  }

  /**
   * Takes the proposals of a source and deducts their tokens. An excerpt is taken with the statements that change it,
   * or not at all.
   */
  take(source: RecallSource, request: RecallRequest): void {
    const taken: Proposal[] = []
    this.#origins.set(source, taken)
    for (const proposal of source.propose(request, this)) {
      // On the messages wire, a message of the user may contain only tool output.
      if (!proposal.text) continue
      const newer = this.#newerThan(request, proposal)
      const tokens = tokensOf([proposal, ...newer])
      if (newer.length && tokens > this.#left) continue
      taken.push(proposal)
      // An excerpt that the recall contains already is deducted too: sources that agree need less room for others.
      this.#left -= tokens
      for (const each of [proposal, ...newer]) this.#add(each)
      for (const answer of answerTo(request, proposal)) this.#takeAnswer(request, answer)
    }
  }

  #takeAnswer(request: RecallRequest, answer: Proposal): void {
    if (this.#isWhole.has(placeOf(answer))) return
    const all = [answer, ...this.#newerThan(request, answer)]
    const tokens = tokensOf(all)
    if (tokens > this.#left) return
    this.#left -= tokens
    for (const each of all) this.#add(each)
  }

  /** The statements that change an excerpt, and that the recall does not contain yet. */
  #newerThan(request: RecallRequest, proposal: Proposal): Proposal[] {
    return newerStatements(request, proposal).filter((each) => !this.#says(each))
  }

  #says(proposal: Proposal): boolean {
    const place = placeOf(proposal)
    return this.proposals.some((each) => placeOf(each) === place && containsWhole(each.text, proposal.text))
  }

  #add(proposal: Proposal): void {
    const place = placeOf(proposal)
    if (this.#isWhole.get(place) || this.#says(proposal)) return
    this.#isWhole.set(place, !proposal.isPart)
    this.proposals.push(proposal)
  }
}

/**
 * Spends the room of a recall: on the sources in order of their value, then on the best ranked messages. Yields smaller
 * allocations as long as the caller refuses.
 */
export function* allocations(request: RecallRequest): Generator<readonly Proposal[]> {
  const { demand } = request
  const sure = new Spending(demand.spare)
  for (const source of SOURCES) sure.take(source, request)
  const room = Math.min(demand.room, sure.left)
  for (const share of demand.isWanted ? ROOM_SHARES : [0]) {
    const all = new Spending(share * room, sure.proposals)
    if (share) all.take(rankedMessages, request)
    if (all.proposals.length) yield all.proposals
  }
}
