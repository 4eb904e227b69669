import { mayPauseAfter, type Steps } from '../../run-steps.ts'
import { isCondensed } from '../pin/pins.ts'
import { PREAMBLES, recordText } from '../record/record.ts'
import type { Source } from '../source.ts'
import { indicesOf, type Range, type Transcript } from '../transcript.ts'
import { backlogAmong, MAX_BACKLOG_TOKENS } from './backlog.ts'
import { entriesOf } from './candidate-entries.ts'
import { type Candidate, candidatesOf } from './candidates.ts'
import type { DigestRoom } from './choose.ts'
import { chooseCounted } from './choose-counted.ts'
import { hold, release } from './held.ts'
import { overtakenAmong } from './overtaken.ts'
import { withOwedDenials } from './owed-denials.ts'
import { withOwedNeighbours } from './owed-neighbours.ts'
import { owedRetractions } from './owed-retractions.ts'
import { withOwedRules } from './owed-rules.ts'
import { withOwedValues } from './owed-values.ts'
import { nextPreamble } from './preamble.ts'
import { wantedContext } from './wanted-context.ts'
import { type Choice, withChanges, withOwedChanges } from './with-changes.ts'
import { type RulesOf, wordingRules } from './wording-rules.ts'

/** A digest of a chat, and its effects on the state. */
export interface ComposedDigest {
  readonly text: string
  /** True if it continues directly after the last digest. */
  readonly adjoins: boolean
  /** Messages of which it contains all lines. */
  readonly whole: readonly number[]
  /** The best messages that were offered and of which it contains nothing, oldest first. */
  readonly backlog: readonly number[]
  /** Messages that were offered to it, and those of which it contains something. */
  readonly offered: readonly number[]
  readonly said: ReadonlySet<number>
  /** Updates the state with the contents of the digest, once it is certain to be sent. */
  apply(): void
}

/**
 * Composes the digest of messages `[from, to)` in about `room` tokens. It also considers earlier messages of which no
 * digest contains anything, and rules of the user that no digest contains. Undefined if there is nothing to say, or if
 * the most important statement does not fit yet.
 */
export function* composeDigest(source: Source, range: Range, room: DigestRoom): Steps<ComposedDigest | undefined> {
  const { transcript, state, count } = source
  const preamble = nextPreamble(transcript, state)
  const rules = wordingRules(source)
  const waiting = new Set(state.waiting.flatMap(({ item }) => (item.isRule ? item.message : [])))
  for (const index of state.backlog) waiting.delete(index)
  // Of messages that a later line may have replaced, only rules are offered again. A longer message of the backlog is a
  // stale document, which is offered for the first time.
  const offeredBefore = state.backlog.filter((index) => state.tokens[index]! <= MAX_BACKLOG_TOKENS)
  const rulesOnly = new Set([...waiting, ...overtakenAmong(source, offeredBefore, { to: range.from })])
  const earlier = [...state.backlog, ...waiting].sort((a, b) => a - b)
  const indices = [...earlier, ...indicesOf(range.from, range.to)].filter(
    (index) => isCondensed(transcript, state, index) && !state.passedOver.has(index),
  )
  const ranged: Candidate[] = []
  for (const [done, index] of indices.entries()) {
    const isOffered = rulesOnly.has(index) ? ({ isRule }: Candidate) => isRule : () => true
    for (const candidate of candidatesOf(source, index, rules)) if (isOffered(candidate)) ranged.push(candidate)
    if (mayPauseAfter(done + 1)) yield
  }
  const offered = [...(indices.includes(range.from - 1) ? [] : contextBefore(source, range.from, rules)), ...ranged]
  const { held } = state
  const ids = new Map(offered.map((candidate) => [candidate, idOf(transcript, candidate)]))
  const candidates = withoutRepeats(offered, ids)
  yield
  const { chosen: best, tokens } = chooseCounted(source, candidates, {
    tokens: room.tokens - (preamble ? count(PREAMBLES[preamble]) : 0) - 1,
    forUser: room.forUser,
  })
  const choice = { offered: candidates, chosen: best, tokens }
  const isOwed = room.forUser > 0
  yield
  const chosen = state.isTight ? withChanges(source, choice) : isOwed ? yield* withOwed(source, choice, range) : best
  yield
  const backlog = backlogAmong(
    offered.filter(({ message }) => !waiting.has(message)),
    { chosen, tokens: state.tokens, held },
  )
  // The terms are released until it is certain that the digest is sent.
  for (const { terms, isUser } of best) release(held, terms, isUser)
  const taken = new Set(chosen.map(({ message }) => message))
  const written = [...new Set([...taken, ...indices.filter((index) => index >= range.from)])].sort((a, b) => a - b)
  const entries = entriesOf(source, written, chosen)
  if (!entries.length) return undefined
  return {
    text: recordText(preamble, entries),
    adjoins: !preamble,
    whole: wholeAmong(ids, chosen, new Set(indices.filter((index) => !rulesOnly.has(index)))),
    backlog,
    offered: indices,
    said: taken,
    apply() {
      for (const { terms, isUser } of chosen) hold(held, terms, isUser)
      state.waiting = state.waiting.filter(({ item }) => !taken.has(item.message))
    },
  }
}

/**
 * The items of the last folded answer that the message after it chooses by their numbers. The user had not chosen yet when the
 * answer was folded.
 */
function contextBefore(source: Source, from: number, rules: RulesOf): Candidate[] {
  const { transcript, state } = source
  const index = from - 1
  if (index < state.systemEnd || !isCondensed(transcript, state, index)) return []
  if (!wantedContext(source, index).isCounted) return []
  return candidatesOf(source, index, rules).filter(
    ({ neededBy, text }) => neededBy === from && !state.digests.some((digest) => digest.text.includes(text)),
  )
}

/** Adds the owed candidates beyond the budget: rules, changes, neighbours, retractions, denials and newer values. */
function* withOwed(source: Source, { offered, chosen }: Choice, range: Range): Steps<readonly Candidate[]> {
  const { from } = range
  const bound = withOwedRules(source.policy.digest, { offered, chosen })
  const changed = withOwedChanges(source, { offered, chosen: bound })
  const answered = withOwedNeighbours(source, { offered, chosen: changed })
  const fresh = offered.filter(({ message, isBlock }) => message >= from && !isBlock)
  const retracted = [...answered, ...owedRetractions(source, { offered: fresh, chosen: answered })]
  const denied = withOwedDenials(source, { offered, chosen: retracted }, range)
  yield
  return yield* withOwedValues(source, { offered, chosen: denied, from })
}

/** The identity of each offered candidate. */
type Ids = ReadonlyMap<Candidate, string>

/** The identity of a candidate. The same words of another speaker are another statement. */
function idOf(transcript: Transcript, { message, speaker, text }: Candidate): string {
  const name = transcript.nameOf(message)
  return name === undefined ? speaker + text : JSON.stringify([speaker, name, text])
}

/**
 * Keeps the last of equal lines of one speaker: another value may have been named in between. An answer to an offer is not a
 * repetition, since the same words then choose something else.
 */
function withoutRepeats(candidates: readonly Candidate[], ids: Ids): Candidate[] {
  const choosing = new Set(candidates.map(({ neededBy }) => neededBy))
  const last = new Map(candidates.map((candidate) => [ids.get(candidate), candidate]))
  return candidates.filter((candidate) => choosing.has(candidate.message) || last.get(ids.get(candidate)) === candidate)
}

/**
 * Messages whose fragments are all chosen as they were said, among those that were `offered` as a whole. The outline
 * of a block omits most of it.
 */
function wholeAmong(ids: Ids, chosen: readonly Candidate[], offered: ReadonlySet<number>): number[] {
  const said = new Set(chosen.map((candidate) => ids.get(candidate)))
  const whole = new Set([...ids.keys()].map(({ message }) => message).filter((message) => offered.has(message)))
  for (const [{ isBlock, isOfPart, message }, id] of ids)
    if (isBlock || isOfPart || !said.has(id)) whole.delete(message)
  return [...whole]
}
