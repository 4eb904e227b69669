import { z } from 'zod'
import type { Plan } from '../money/account.ts'

/** The error of a missing or invalid field, with its allowed values. The rejected value is never repeated. */
export function must(text: string): { error: (issue: { input?: unknown }) => string } {
  return { error: ({ input }) => (input === undefined ? `is required and must ${text}` : `must ${text}`) }
}

/** A body of the admin API. A misspelt field would silently leave a limit out, so unknown fields are refused. */
export function strictBody<Shape extends z.ZodRawShape>(shape: Shape) {
  return z.strictObject(shape, {
    error: (issue) => {
      if (issue.code !== 'unrecognized_keys') return 'must be a JSON object'
      const shown = issue.keys.filter((key) => /^[\w-]{1,30}$/.test(key)).slice(0, 5)
      return `has an unknown field${shown.length > 0 ? ` (${shown.join(', ')})` : ''}; known fields are ${Object.keys(shape).join(', ')}`
    },
  })
}

/** The name of an account. */
export const ACCOUNT_NAME = z
  .string(must('be a string'))
  .trim()
  .regex(/^[^\p{C}]{1,100}$/u, { error: 'must be a name of 1 to 100 printable characters' })
  // Clients normalise dot segments in URLs, so no request could name such an account.
  .refine((name) => name !== '.' && name !== '..', { error: 'must not be . or ..' })
  .describe('Name of the account.')

export const PLAN = z.enum(['free', 'pro'], must('be free or pro'))

/** Display names of plans. */
export const TIER_LABELS = { free: 'Free', pro: 'Pro' } as const satisfies Readonly<Record<Plan, string>>
export const TIER_LABEL = z.enum(TIER_LABELS)

/** An amount of money in responses. */
export const CENTS = z.number().describe('Cents; up to six decimals.')

/** The TUL 1.0 budget in responses. */
export const TUL_BUDGET = CENTS.describe(
  "TUL 1.0 budget: the amount that is left for transcript views (`POST /v1/tul1`) on a Free plan. It does not limit the provider's bill; the spending limit of a key does.",
)

/** A time in responses. */
export const TIME = z.iso.datetime()

/** A whole number from 1 on in a query, whose values are strings. */
export function queryCount(most: number, error: string) {
  return z
    .string()
    .refine((text) => /^[1-9]\d{0,15}$/.test(text) && Number(text) <= most, { error })
    .transform(Number)
}

/** The format of errors outside of the providers' APIs. */
export const ERROR_BODY = z
  .object({
    error: z.object({
      message: z.string(),
      type: z.string(),
      param: z.string().optional().describe('The field that is wrong.'),
      code: z.string(),
    }),
  })
  .meta({ id: 'Error' })
