import { encodingOf } from '@pleat/core'
import type { WireMessage } from '../quality/recordings.ts'

/** Limit of the answer's tokens in each request. */
export const ANSWER_TOKENS = 128

export const countTokens = (text: string): number => encodingOf('o200k').count(text)

/** `newestTooLong`: the provider refused the request, and its newest messages alone do not fit. `failed`: any other error. */
export type Outcome = 'answered' | 'newestTooLong' | 'failed'

export interface Answered {
  readonly status: number
  /** True if the provider refused the request. It refuses only for the length. */
  readonly isRefused: boolean
}

export function outcomeOf({ status, isRefused }: Answered, sent: readonly WireMessage[], window: number): Outcome {
  if (status === 200) return 'answered'
  return status === 400 && isRefused && isNewestTooLong(sent, window) ? 'newestTooLong' : 'failed'
}

/** True if the instructions and the inseparable newest messages (a tool call with its question) leave no room. */
function isNewestTooLong(all: readonly WireMessage[], window: number): boolean {
  let from = all.length
  while (from > 0 && all[from - 1]!.role !== 'assistant') from--
  const isResult = all.slice(from).some((message) => /"tool_result"|"tool_call_id"/.test(JSON.stringify(message)))
  if (isResult) {
    from = Math.max(0, from - 1)
    const before = all[from - 1]
    if (before?.role === 'user' && !JSON.stringify(before).includes('"tool_result"')) from--
  }
  const lead = all.filter(({ role }, index) => role === 'system' && index < from)
  const tokens = [...lead, ...all.slice(from)].reduce(
    (sum, message) => sum + 8 + countTokens(JSON.stringify(message)),
    0,
  )
  return tokens + ANSWER_TOKENS > 0.95 * window
}

/** Counts of the requests of one set with one window. */
export interface WindowCounts {
  readonly requests: number
  /** Requests that were folded to fit the window. */
  readonly tight: number
  readonly newestTooLong: number
  /** Requests that failed although they could be made to fit. */
  readonly refused: number
}

/** The reason why the measurement of all sets and windows fails. Undefined if it succeeds. */
export function failureOf(rows: readonly WindowCounts[]): string | undefined {
  const sum = (count: keyof WindowCounts) => rows.reduce((total, row) => total + row[count], 0)
  if (sum('refused') > 0) return `${sum('refused')} of ${sum('requests')} requests failed.`
  if (sum('tight') > 0) return undefined
  return `None of ${sum('requests')} requests was folded to fit a window: measure longer conversations, or more turns.`
}
