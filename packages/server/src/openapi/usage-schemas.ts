import { z } from 'zod'
import type { UsageEntry } from '../ports.ts'

const COUNT = z.int().min(0)

export const USAGE = z
  .object({
    day: z.string().describe('UTC, `YYYY-MM-DD`.'),
    account: z.string(),
    key_id: z.string(),
    model: z.string(),
    requests: COUNT,
    folded: COUNT,
    failed: COUNT,
    original_tokens: COUNT,
    optimized_tokens: COUNT,
    saved_tokens: COUNT,
    billed_input_tokens: COUNT,
    billed_cached_tokens: COUNT,
    output_tokens: COUNT,
    observed: COUNT.describe('Requests that observe mode would have rewritten.'),
    observed_saved_tokens: COUNT.describe('What that would have saved; `saved_tokens` is what was saved.'),
    held_out: COUNT.describe('Requests of sessions that are held out from compression.'),
  })
  .meta({ id: 'Usage' })

/** A row of usage as it is shown. */
export function usageRow(row: UsageEntry & { readonly accountName: string }): z.output<typeof USAGE> {
  return {
    day: row.day,
    account: row.accountName,
    key_id: row.keyId,
    model: row.model,
    requests: row.requests,
    folded: row.folded,
    failed: row.failed,
    original_tokens: row.originalTokens,
    optimized_tokens: row.optimizedTokens,
    saved_tokens: row.originalTokens - row.optimizedTokens,
    billed_input_tokens: row.billedInputTokens,
    billed_cached_tokens: row.billedCachedTokens,
    output_tokens: row.outputTokens,
    observed: row.observed,
    observed_saved_tokens: row.observedSavedTokens,
    held_out: row.heldOut,
  }
}
