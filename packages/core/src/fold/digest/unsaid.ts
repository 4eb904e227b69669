import type { FoldState } from '../state.ts'
import type { Candidate } from './candidates.ts'
import { gainOf } from './choose.ts'

/** The best so many messages are offered again. */
const MOST_UNSAID = 24
/** What is longer has its time when it is folded: its text would be read again at every fold that follows. */
const MOST_TOKENS = 150

/**
 * The messages that were offered to a digest without a word of them being chosen, oldest first. What was passed over for
 * want of room may yet be more telling than what comes later.
 */
export function unsaidAmong(
  offered: readonly Candidate[],
  { chosen, state }: { readonly chosen: readonly Candidate[]; readonly state: FoldState },
): number[] {
  const said = new Set(chosen.map(({ message }) => message))
  const worth = new Map<number, number>()
  for (const candidate of offered) {
    const { message } = candidate
    if (said.has(message) || state.tokens[message]! > MOST_TOKENS) continue
    worth.set(message, Math.max(worth.get(message) ?? 0, gainOf(candidate, state.held)))
  }
  const best = [...worth].sort((a, b) => b[1] - a[1] || a[0] - b[0]).slice(0, MOST_UNSAID)
  return best.map(([message]) => message).sort((a, b) => a - b)
}
