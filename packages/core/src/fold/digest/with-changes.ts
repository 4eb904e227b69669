import type { Source } from '../source.ts'
import type { Candidate } from './candidates.ts'
import { changesAmong, overtakingOf } from './overtaken.ts'

/** What a digest may take, what it takes, and its room in tokens. */
export interface Choice {
  readonly offered: readonly Candidate[]
  readonly chosen: readonly Candidate[]
  readonly tokens: number
}

/**
 * The chosen lines of a digest that has no room for all that is offered. A change that was not chosen takes the place of the
 * lines before it that speak of the same thing: without it they would be read as what still counts. Where it does not fit
 * even so, they go all the same. Rules of the user stay.
 */
export function withChanges(source: Source, { offered, chosen, tokens }: Choice): readonly Candidate[] {
  const kept = new Set(chosen)
  const said = new Set(chosen.map(({ message }) => message))
  const left = offered.filter(({ message, isUser }) => isUser && !said.has(message))
  const changes = Map.groupBy(left, ({ message }) => message)
  for (const [change, overtaken] of overtakingOf(source, [...said], [...changes.keys()])) {
    const stale = [...kept].filter(({ message, isRule }) => overtaken.has(message) && !isRule)
    if (!stale.length) continue
    for (const candidate of stale) kept.delete(candidate)
    let room = tokens - sumOf(kept)
    for (const candidate of changes.get(change)!) {
      if (candidate.tokens > room) continue
      kept.add(candidate)
      room -= candidate.tokens
    }
  }
  return [...kept].sort((a, b) => a.message - b.message || a.order - b.order)
}

/**
 * The chosen lines of a digest, and beyond its room the short messages of the user that may change something said before:
 * whoever is sent the old value is sent the newest.
 */
export function withOwedChanges(
  source: Source,
  { offered, chosen }: Pick<Choice, 'offered' | 'chosen'>,
): readonly Candidate[] {
  const { state, policy } = source
  const said = new Set(chosen.map(({ message }) => message))
  const left = offered.filter(
    ({ message, isUser }) => isUser && !said.has(message) && state.tokens[message]! <= policy.digest.owedChangeTokens,
  )
  if (!left.length) return chosen
  const backlog = new Set([...state.backlog, ...left.map(({ message }) => message)])
  const messages = [...new Set(left.map(({ message }) => message))].sort((a, b) => a - b)
  const changes = changesAmong(source, messages, (index) => said.has(index) || !backlog.has(index))
  const owed = left.filter(({ message }) => changes.has(message))
  return [...chosen, ...owed].sort((a, b) => a.message - b.message || a.order - b.order)
}

function sumOf(candidates: Iterable<Candidate>): number {
  let sum = 0
  for (const { tokens } of candidates) sum += tokens
  return sum
}
