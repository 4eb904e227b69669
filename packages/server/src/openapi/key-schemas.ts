import { z } from 'zod'
import type { KeyRow } from '../gate/key-port.ts'
import { toCents } from '../money/cents.ts'
import type { KeyBills } from '../money/key-bills.ts'
import { AMOUNT } from './account-schemas.ts'
import { CENTS, must, PLAN, TIME } from './field.ts'

const PERIOD = z.enum(['day', 'month'], must('be day or month'))

/** A limit on the provider's bill in responses. */
export const SPENDING_LIMIT = z
  .object({ cents: CENTS, period: PERIOD.describe('A calendar day or month in UTC.') })
  .describe("Limit on the provider's bill for requests with this key.")

export const SPENT_TODAY = CENTS.describe("The provider's bill of the key today, in UTC.")
export const SPENT_THIS_MONTH = CENTS.describe("The provider's bill of the key this month, in UTC.")

export const KEY = z
  .object({
    id: z.string(),
    preview: z.string(),
    account: z.string(),
    plan: PLAN,
    state: z.enum(['live', 'blocked', 'expired', 'revoked']),
    requests_per_minute: z.int().nullable(),
    models: z.array(z.string()).describe('Patterns of the models that the key may use; an empty list: every model.'),
    spending_limit: SPENDING_LIMIT.nullable(),
    unpriced: z.enum(['allow', 'refuse']),
    spent_today_cents: SPENT_TODAY,
    spent_month_cents: SPENT_THIS_MONTH,
    mode: z
      .enum(['fold', 'observe'])
      .nullable()
      .describe("`fold`: its conversations are folded. `observe`: they are only measured. Null: the server's setting."),
    tags: z.array(z.string()),
    expires_at: TIME.nullable(),
    previous_key_until: TIME.nullable().describe('When the replaced key stops working.'),
    created_at: TIME,
    revoked_at: TIME.nullable(),
  })
  .meta({ id: 'Key' })

export const NEW_KEY = KEY.extend({ key: z.string() }).meta({ id: 'NewKey' })

/** A model pattern. It has no commas, because the command line separates patterns by them. */
export const MODEL_PATTERN = z.string(must('be a string')).regex(/^[^\p{C}\s,]{1,128}$/u, {
  error: 'must be a model name without spaces and commas, in which * matches any text',
})

export const TAG = z
  .string(must('be a string'))
  .regex(/^[^\p{C},]{1,64}$/u, { error: 'must be of 1 to 64 printable characters without commas' })

const MAX_IN_A_LIST = 50

function listOf(item: z.ZodString) {
  return z.array(item, must('be a list')).max(MAX_IN_A_LIST, { error: `must have ${MAX_IN_A_LIST} items at most` })
}

/** The settings of a key in requests. */
export const KEY_FIELDS = z.object({
  requests_per_minute: z
    .int(must('be a whole number'))
    .min(1, { error: 'must be at least 1' })
    .max(1_000_000_000, { error: 'must be at most 1000000000' })
    .nullable()
    .optional()
    .describe("Null: the server's default."),
  expires_at: z.iso
    .datetime({ offset: true, error: 'must be a time like 2026-12-31T00:00:00Z' })
    .nullable()
    .optional()
    .describe('Null: never.'),
  models: listOf(MODEL_PATTERN).optional().describe('Patterns such as `gpt-5*`; an empty list: every model.'),
  spending_limit: z
    .object({ cents: AMOUNT, period: PERIOD }, must('be an object with cents and period, or null'))
    .nullable()
    .optional()
    .describe("A limit on the provider's bill by the price table. It is independent of the TUL 1.0 budget."),
  unpriced: z
    .enum(['allow', 'refuse'], must('be allow or refuse'))
    .optional()
    .describe(
      '`allow`: a key with a spending limit may send requests without a known price, such as images and background responses. Default: refuse.',
    ),
  mode: z
    .enum(['fold', 'observe'], must('be fold, observe or null'))
    .nullable()
    .optional()
    .describe(
      "`fold`: its conversations are folded. `observe`: they are only measured, and sent unchanged. Null: the server's setting.",
    ),
  tags: listOf(TAG).optional().describe('Labels for the operator.'),
})

/** The changes that the fields of a request describe. */
export function keyChangesOf(fields: z.output<typeof KEY_FIELDS>) {
  const { requests_per_minute: requestsPerMinute, expires_at, models, spending_limit, unpriced, mode, tags } = fields
  return {
    ...(requestsPerMinute !== undefined && { requestsPerMinute }),
    ...(expires_at !== undefined && { expiresAt: expires_at === null ? null : Date.parse(expires_at) }),
    ...(models && { models }),
    ...(spending_limit !== undefined && {
      spending: spending_limit && { microCents: spending_limit.cents, period: spending_limit.period },
    }),
    ...(unpriced && { allowsUnpriced: unpriced === 'allow' }),
    ...(mode !== undefined && { mode }),
    ...(tags && { tags }),
  }
}

/** A key in the format of the API, without the key itself. */
export function keyRow(row: KeyRow, { now, bills }: { now: number; bills: KeyBills }): z.output<typeof KEY> {
  return {
    id: row.id,
    preview: row.preview,
    account: row.accountName,
    plan: row.plan,
    state: stateOf(row, now),
    requests_per_minute: row.requestsPerMinute,
    models: [...row.models],
    spending_limit: row.spending && { cents: toCents(row.spending.microCents), period: row.spending.period },
    unpriced: row.allowsUnpriced ? 'allow' : 'refuse',
    spent_today_cents: toCents(bills.today.get(row.id) ?? 0),
    spent_month_cents: toCents(bills.thisMonth.get(row.id) ?? 0),
    mode: row.mode,
    tags: [...row.tags],
    expires_at: timeOf(row.expiresAt),
    previous_key_until: timeOf(previousEnd(row, now)),
    created_at: new Date(row.createdAt).toISOString(),
    revoked_at: timeOf(row.revokedAt),
  }
}

/** The state of a key at the time `now`. */
export function stateOf({ revokedAt, isBlocked, expiresAt }: KeyRow, now: number): z.output<typeof KEY>['state'] {
  if (revokedAt !== null) return 'revoked'
  if (isBlocked) return 'blocked'
  return expiresAt !== null && expiresAt <= now ? 'expired' : 'live'
}

/** When the replaced key stops working: after its grace period, or when the key expires. Null if it has stopped. */
function previousEnd({ previousUntil, expiresAt }: KeyRow, now: number): number | null {
  if (previousUntil === null) return null
  const end = Math.min(previousUntil, expiresAt ?? previousUntil)
  return end > now ? end : null
}

function timeOf(time: number | null): string | null {
  return time === null ? null : new Date(time).toISOString()
}
