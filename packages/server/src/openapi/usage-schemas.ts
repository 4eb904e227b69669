import { z } from 'zod'
import { toCents } from '../money/cents.ts'
import type { UsageEntry } from '../money/usage-port.ts'
import { usageKindOf } from '../usage-kinds.ts'
import { CENTS } from './field.ts'
import { MONEY_FIELDS, moneyFields } from './money-fields.ts'

const COUNT = z.int().min(0)

export const USAGE = z
  .object({
    day: z.string().describe('UTC, `YYYY-MM-DD`.'),
    account: z.string(),
    key_id: z.string(),
    kind: z
      .enum(['conversation', 'transcript', 'pass-through'])
      .describe('Conversations with a model, transcript views (`/v1/tul1`), or other paths of the providers.'),
    model: z.string().nullable().describe('Null for kinds without a model.'),
    requests: COUNT,
    folded: COUNT,
    failed: COUNT,
    original_tokens: COUNT.describe('Input tokens of the original requests, without requests that failed.'),
    optimized_tokens: COUNT,
    saved_tokens: COUNT,
    billed_input_tokens: COUNT,
    billed_cached_tokens: COUNT,
    output_tokens: COUNT,
    bill_cents: CENTS.describe("The provider's bill by the price table."),
    observed: COUNT.describe('Requests in observe mode that a fold would have rewritten.'),
    observed_saved_tokens: COUNT.describe('Tokens that these rewrites would have saved; not part of `saved_tokens`.'),
    held_out: COUNT.describe('Requests of sessions that are held out from compression.'),
    ...MONEY_FIELDS,
  })
  .meta({ id: 'Usage' })

/** A usage row in the format of the API. */
export function usageRow(row: UsageEntry & { readonly accountName: string }): z.output<typeof USAGE> {
  const kind = usageKindOf(row.model)
  return {
    day: row.day,
    account: row.accountName,
    key_id: row.keyId,
    kind,
    model: kind === 'conversation' ? row.model : null,
    requests: row.requests,
    folded: row.folded,
    failed: row.failed,
    original_tokens: row.originalTokens,
    optimized_tokens: row.optimizedTokens,
    saved_tokens: row.originalTokens - row.optimizedTokens,
    billed_input_tokens: row.billedInputTokens,
    billed_cached_tokens: row.billedCachedTokens,
    output_tokens: row.outputTokens,
    bill_cents: toCents(row.billMicroCents),
    observed: row.observed,
    observed_saved_tokens: row.observedSavedTokens,
    held_out: row.heldOut,
    ...moneyFields(row),
  }
}
