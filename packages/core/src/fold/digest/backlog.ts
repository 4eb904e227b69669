import type { Candidate } from './candidates.ts'
import { gainOf } from './choose.ts'
import type { HeldTerms } from './held.ts'

/** Largest number of messages in the backlog: those with rules of the user first, then the best. */
const MAX_BACKLOG = 24
/** Longer messages are offered only once: every later fold would read their text again. */
export const MAX_BACKLOG_TOKENS = 150

/**
 * The messages that were offered to a digest and of which no part was chosen, oldest first. A message without room in one
 * digest may be more salient than later messages.
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
    if (said.has(message) || tokens[message]! > MAX_BACKLOG_TOKENS) continue
    if (isRule) rules.add(message)
    worth.set(message, Math.max(worth.get(message) ?? 0, gainOf(candidate, held)))
  }
  const rank = (message: number): number => (rules.has(message) ? 0 : 1)
  const best = [...worth].sort((a, b) => rank(a[0]) - rank(b[0]) || b[1] - a[1] || a[0] - b[0]).slice(0, MAX_BACKLOG)
  return best.map(([message]) => message).sort((a, b) => a - b)
}
