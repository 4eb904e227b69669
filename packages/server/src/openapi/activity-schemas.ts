import { z } from 'zod'
import type { Activity, TurnEntry, TurnSums } from '../proxy/turn-port.ts'
import { TIME } from './field.ts'
import { MONEY_FIELDS, moneyFields, toDollars } from './money-fields.ts'

const COUNT = z.int().min(0)
const DOLLARS = z.number().describe('Input bill in USD by the price table; null if no price is known.')

export const SUMS = z
  .object({
    requests: COUNT,
    original_tokens: COUNT.describe('Input tokens of the original requests, without requests that failed.'),
    optimized_tokens: COUNT,
    saved_tokens: COUNT,
    ...MONEY_FIELDS,
    input_tokens: COUNT.describe('As billed, like `cached_tokens`.'),
    cached_tokens: COUNT,
    direct_input_tokens: COUNT.describe('Input tokens of the originals of the billed requests.'),
    direct_cached_tokens: COUNT.describe(
      "Estimated tokens of that input that the provider's cache would have contained.",
    ),
  })
  .meta({ id: 'RequestSums' })

const MILLISECONDS = z.number().min(0)

export const ACTIVITY = z
  .object({
    since: TIME.nullable().describe('Time of the oldest request in these sums.'),
    days: z.array(SUMS.extend({ day: z.string() })).describe('Oldest first, in UTC.'),
    turns: z.array(SUMS.extend({ turn: COUNT })).describe('By turn of the conversation.'),
    outcomes: z
      .array(SUMS.extend({ compression: z.string() }))
      .describe('By `X-Service-Compression`, most frequent first.'),
    statuses: z.array(z.object({ status: z.int(), requests: COUNT })).describe("By status of the provider's response."),
    overhead_ms: z.object({ p50: MILLISECONDS, p95: MILLISECONDS, p99: MILLISECONDS }).nullable(),
  })
  .meta({ id: 'Activity' })

const TURN = z
  .object({
    at: TIME,
    turn: COUNT,
    model: z.string(),
    status: z.int(),
    compression: z
      .string()
      .describe('`folded`, `recalled`, `window`, `window-pins`, or the reason why the body is unchanged.'),
    fold_moved: z.boolean().describe('True if the fold moved: the history was sent differently than before.'),
    original_tokens: COUNT,
    optimized_tokens: COUNT,
    overhead_ms: MILLISECONDS,
    input_tokens: COUNT.nullable().describe(
      'As billed; null, like the following fields, if the response has no usage.',
    ),
    cached_tokens: COUNT.nullable(),
    output_tokens: COUNT.nullable(),
    usd: DOLLARS.nullable(),
    direct_cached_tokens: COUNT.nullable(),
    direct_usd: DOLLARS.nullable(),
  })
  .meta({ id: 'SessionTurn' })

export const SESSION_TURNS = z.object({ id: z.string(), turns: z.array(TURN) }).meta({ id: 'SessionTurns' })

/** Sums of the newest requests in the format of the API. */
export function activityRow(activity: Activity): z.output<typeof ACTIVITY> {
  return {
    since: activity.since === undefined ? null : new Date(activity.since).toISOString(),
    days: activity.days.map((row) => ({ day: row.day, ...sumsRow(row) })),
    turns: activity.turns.map((row) => ({ turn: row.turn, ...sumsRow(row) })),
    outcomes: activity.outcomes.map((row) => ({ compression: row.outcome, ...sumsRow(row) })),
    statuses: activity.statuses.map(({ status, requests }) => ({ status, requests })),
    overhead_ms: activity.overhead ?? null,
  }
}

/** The requests of a session in the format of the API. */
export function turnsRow(id: string, turns: readonly TurnEntry[]): z.output<typeof SESSION_TURNS> {
  return { id, turns: turns.map(turnRow) }
}

function turnRow({ bill, ...entry }: TurnEntry): z.output<typeof TURN> {
  return {
    at: new Date(entry.at).toISOString(),
    turn: entry.turn,
    model: entry.model,
    status: entry.status,
    compression: entry.outcome,
    fold_moved: entry.hasMoved,
    original_tokens: entry.originalTokens,
    optimized_tokens: entry.optimizedTokens,
    overhead_ms: entry.overheadMicroseconds / 1000,
    input_tokens: bill?.inputTokens ?? null,
    cached_tokens: bill?.cachedTokens ?? null,
    output_tokens: bill?.outputTokens ?? null,
    usd: dollars(bill?.microDollars),
    direct_cached_tokens: bill?.directCachedTokens ?? null,
    direct_usd: dollars(bill?.directMicroDollars),
  }
}

/** Sums of requests in the format of the API. */
export function sumsRow(sums: TurnSums): z.output<typeof SUMS> {
  return {
    requests: sums.requests,
    original_tokens: sums.originalTokens,
    optimized_tokens: sums.optimizedTokens,
    saved_tokens: sums.originalTokens - sums.optimizedTokens,
    ...moneyFields({ ...sums, inputMicroDollars: sums.microDollars }),
    input_tokens: sums.inputTokens,
    cached_tokens: sums.cachedTokens,
    direct_input_tokens: sums.directInputTokens,
    direct_cached_tokens: sums.directCachedTokens,
  }
}

function dollars(microDollars: number | null | undefined): number | null {
  return microDollars === null || microDollars === undefined ? null : toDollars(microDollars)
}
