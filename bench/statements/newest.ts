import type { WireMessage } from '../quality/recordings.ts'
import { tokensOf } from './engine.ts'

/**
 * The newest messages that fit into `budgetTokens`, always with the system text and the newest message: the request of a client
 * that only truncates. It is judged and never sent, so that a call may be separated from its result.
 */
export function newestWithin(messages: readonly WireMessage[], budgetTokens: number): readonly WireMessage[] {
  const lead = messages[0]?.role === 'system' ? 1 : 0
  let first = messages.length - 1
  let left = budgetTokens - tokensOf(messages.slice(0, lead)) - tokensOf(messages.slice(first))
  while (first > lead) {
    left -= tokensOf([messages[first - 1]!])
    if (left < 0) break
    first--
  }
  return [...messages.slice(0, lead), ...messages.slice(first)]
}
