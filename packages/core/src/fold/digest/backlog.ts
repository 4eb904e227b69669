import type { Candidate } from './candidates.ts'
import { gainOf } from './choose.ts'
import type { HeldTerms } from './held.ts'

/** The backlog holds at most this number of messages: those with rules of the user first, then the best. */
const MOST_BACKLOG = 24
/** Longer messages are offered once only: their text would be read again at every later fold. */
export const MOST_BACKLOG_TOKENS = 150

/**
 * The messages that were offered to a digest and of which no part was chosen, oldest first. One that found no room may be more
 * salient than later messages.
 */
export function backlogAmong(
  offered: readonly Candidate[],
  {
    chosen,
    tokens,
    held,
  }: { readonly chosen: readonly Candidate[]; readonly tokens: readonly number[]; readonly held: HeldTerms },
): number[] {
  const said = new Set(chosen.map(({ message }) => message))
  const worth = new Map<number, number>()
  const rules = new Set<number>()
  for (const candidate of offered) {
    const { message, isRule } = candidate
    if (said.has(message) || tokens[message]! > MOST_BACKLOG_TOKENS) continue
    if (isRule) rules.add(message)
    worth.set(message, Math.max(worth.get(message) ?? 0, gainOf(candidate, held)))
  }
  const rank = (message: number): number => (rules.has(message) ? 0 : 1)
  const best = [...worth].sort((a, b) => rank(a[0]) - rank(b[0]) || b[1] - a[1] || a[0] - b[0]).slice(0, MOST_BACKLOG)
  return best.map(([message]) => message).sort((a, b) => a - b)
}
