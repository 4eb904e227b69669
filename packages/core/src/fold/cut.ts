import { legalBoundaries } from './boundary.ts'
import type { Budget } from './budget.ts'
import { isThinkingInLoop, lastLostThinking } from './lost-thinking.ts'
import type { Source } from './source.ts'

/**
 * The legal cut up to which the tail is folded, after the last thinking that is lost. Undefined if there is none.
 * - With a usual budget: the latest cut that keeps the newest messages, up to `keptTokens` and `keptMessages`.
 * - With a forced budget: the earliest cut that keeps no more than these, otherwise the latest of all.
 */
export function cut(
  { transcript, state }: Source,
  budget: Budget,
  { sent, leastTo }: { readonly sent: readonly number[]; readonly leastTo: number },
): number | undefined {
  const { keptTokens, keptMessages, isForced } = budget
  const end = state.keys.length
  let [wanted, kept] = [end, 0]
  while (wanted > state.boundary && end - wanted < keptMessages) {
    kept += sent[wanted - 1]!
    if (kept > keptTokens) break
    wanted--
  }
  wanted = Math.max(wanted, leastTo)
  const lost = lastLostThinking(transcript, state.boundary, end)
  const boundaries = legalBoundaries(transcript, state.boundary, end)
  if (isForced) {
    // The thinking of a tool loop stays with the messages that it led to.
    const most = isThinkingInLoop(transcript, state, end) ? state.question : end
    const allowed = boundaries.filter((boundary) => boundary > lost && boundary <= most)
    return allowed.find((boundary) => boundary >= wanted) ?? allowed.at(-1)
  }
  return boundaries.filter((boundary) => boundary > lost && boundary <= Math.max(wanted, lost + 1)).at(-1)
}
