import { adjoinsDigest, isCondensed } from '../pin/pins.ts'
import { type Preamble, preambleText, recordText } from '../record/record.ts'
import type { Source } from '../source.ts'
import type { FoldState } from '../state.ts'
import type { Transcript } from '../transcript.ts'
import { backlogAmong, MOST_BACKLOG_TOKENS } from './backlog.ts'
import { entriesOf } from './candidate-entries.ts'
import { type Candidate, candidatesOf } from './candidates.ts'
import { chooseCandidates, type DigestRoom } from './choose.ts'
import { hold, release } from './held.ts'
import { overtakenAmong } from './overtaken.ts'
import { withOwedValues } from './owed-values.ts'
import { type Choice, withChanges, withOwedChanges } from './with-changes.ts'
import { wordingRules } from './wording-rules.ts'

/** A digest of chat, and the messages of which it holds every line. */
export interface ComposedDigest {
  readonly text: string
  /** Whether it goes on where the last one ends. */
  readonly adjoins: boolean
  readonly whole: readonly number[]
  /** Messages that were offered and of which it says nothing: the best, oldest first. */
  readonly backlog: readonly number[]
  /** Messages that it says something of. */
  readonly said: ReadonlySet<number>
  /** Writes into the state what the digest says, once it is certain to be sent. */
  apply(): void
}

/**
 * The digest of messages `[from, to)`, and of earlier ones that no digest has said anything of, or not which rules the user
 * gave in them, in about so much `room`; undefined when there is nothing to say or what most needs to be said finds no room yet.
 */
export function composeDigest(
  source: Source,
  range: { readonly from: number; readonly to: number },
  room: DigestRoom,
): ComposedDigest | undefined {
  const { transcript, state, policy, count } = source
  const preamble = preambleOf(transcript, state)
  const rules = wordingRules(source)
  const waiting = new Set(state.waiting.flatMap(({ item }) => (item.isRule ? item.message : [])))
  for (const index of state.backlog) waiting.delete(index)
  // Of what a later line may have replaced only rules are offered again. A text that the conversation has left is longer,
  // and is offered for the first time.
  const passedOver = state.backlog.filter((index) => state.tokens[index]! <= MOST_BACKLOG_TOKENS)
  const rulesOnly = new Set([...waiting, ...overtakenAmong(source, passedOver, range.from)])
  const earlier = [...state.backlog, ...waiting].sort((a, b) => a - b)
  const indices = [...earlier, ...indicesOf(range)].filter(
    (index) => isCondensed(transcript, state, index) && !state.passedOver.has(index),
  )
  const offered = indices.flatMap((index) => {
    const candidates = candidatesOf(source, index, rules)
    return rulesOnly.has(index) ? candidates.filter(({ isRule }) => isRule) : candidates
  })
  const tokens = room.tokens - (preamble ? count(preambleText(preamble)) : 0) - 1
  const { held } = state
  const ids = new Map(offered.map((candidate) => [candidate, idOf(transcript, candidate)]))
  const candidates = withoutRepeats(offered, ids)
  const best = chooseCandidates(
    candidates,
    { tokens, forRules: policy.ruleShare * tokens, forUser: room.forUser },
    held,
  )
  const choice = { offered: candidates, chosen: best, tokens }
  const isOwed = room.forUser > 0
  const chosen = state.isTight ? withChanges(source, choice) : isOwed ? withOwed(source, choice, range.from) : best
  const backlog = backlogAmong(
    offered.filter(({ message }) => !waiting.has(message)),
    { chosen, tokens: state.tokens, held },
  )
  // Until it is certain that the digest is sent.
  for (const { terms, isUser } of best) release(held, terms, isUser)
  const taken = new Set(chosen.map(({ message }) => message))
  const written = indices.filter((index) => index >= range.from || taken.has(index))
  const entries = entriesOf(source, written, chosen)
  if (!entries.length) return undefined
  return {
    text: recordText(preamble, entries),
    adjoins: !preamble,
    whole: wholeAmong(ids, chosen),
    backlog,
    said: taken,
    apply() {
      for (const { terms, isUser } of chosen) hold(held, terms, isUser)
      state.waiting = state.waiting.filter(({ item }) => !taken.has(item.message))
    },
  }
}

/** What changes a line that is sent finds its place beyond the room. */
function withOwed(source: Source, { offered, chosen }: Choice, from: number): readonly Candidate[] {
  return withOwedValues(source, { offered, chosen: withOwedChanges(source, { offered, chosen }), from })
}

function preambleOf(transcript: Transcript, state: FoldState): Preamble | undefined {
  if (adjoinsDigest(transcript, state)) return undefined
  if (state.digests.length) return 'next'
  return state.isTight ? 'window' : 'first'
}

function indicesOf({ from, to }: { readonly from: number; readonly to: number }): number[] {
  return Array.from({ length: to - from }, (_, place) => from + place)
}

/** By candidate, everything that is offered. */
type Ids = ReadonlyMap<Candidate, string>

/** What tells a candidate from others: the same words of another speaker are another statement. */
function idOf(transcript: Transcript, { message, speaker, text }: Candidate): string {
  const name = transcript.nameOf(message)
  return name === undefined ? speaker + text : JSON.stringify([speaker, name, text])
}

/**
 * Of equal lines of one speaker the last is kept: another value may have been named in between. An answer to an offer is
 * no repetition: the same words then take something else.
 */
function withoutRepeats(candidates: readonly Candidate[], ids: Ids): Candidate[] {
  const choosing = new Set(candidates.map(({ neededBy }) => neededBy))
  const last = new Map(candidates.map((candidate) => [ids.get(candidate), candidate]))
  return candidates.filter((candidate) => choosing.has(candidate.message) || last.get(ids.get(candidate)) === candidate)
}

/** Messages of which every fragment is among the chosen, as it was said: what stands for a block leaves out most of it. */
function wholeAmong(ids: Ids, chosen: readonly Candidate[]): number[] {
  const said = new Set(chosen.map((candidate) => ids.get(candidate)))
  const whole = new Set([...ids.keys()].map(({ message }) => message))
  for (const [{ isBlock, message }, id] of ids) if (isBlock || !said.has(id)) whole.delete(message)
  return [...whole]
}
