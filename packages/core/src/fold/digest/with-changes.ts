import { tokensOf } from '../../sum.ts'
import type { Source } from '../source.ts'
import type { Candidate } from './candidates.ts'
import { byPlace } from './choose.ts'
import { changesAmong, overtakingOf } from './overtaken.ts'

/** The candidates of a digest, the chosen ones, and its budget in tokens. */
export interface Choice {
  readonly offered: readonly Candidate[]
  readonly chosen: readonly Candidate[]
  readonly tokens: number
}

/**
 * The chosen lines of a digest that does not have room for all candidates. An omitted change replaces the earlier lines about
 * the same thing: without the change they would be read as still valid. If the change does not fit even then, those lines are
 * removed nevertheless. Rules of the user stay.
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
    let room = tokens - tokensOf(kept)
    for (const candidate of changes.get(change)!) {
      if (candidate.tokens > room) continue
      kept.add(candidate)
      room -= candidate.tokens
    }
  }
  return [...kept].sort(byPlace)
}

/**
 * Adds short messages of the user beyond the budget that may change an earlier statement. A reader of the old value then reads
 * the newest one too.
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
  return [...chosen, ...owed].sort(byPlace)
}
