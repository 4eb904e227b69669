import type { Method } from '../twin.ts'
import { splitRequest } from './units.ts'

/** Sends instructions and as many of the newest messages as fit. */
export const KEEP_NEWEST: Method = {
  name: 'newest',
  title: 'keep the newest',
  open(kind) {
    return ({ messages, budgetTokens, tokensOf }) => {
      const { lead, older, newest } = splitRequest(messages, kind)
      const cost = (from: number, to: number): number =>
        messages.slice(from, to).reduce((sum, message) => sum + tokensOf(message), 0)
      let left = budgetTokens - cost(0, lead) - cost(newest, messages.length)
      let from = newest
      for (const unit of older.toReversed()) {
        left -= cost(unit.from, unit.to)
        if (left < 0) break
        from = unit.from
      }
      return [...messages.slice(0, lead), ...messages.slice(from)]
    }
  },
}
