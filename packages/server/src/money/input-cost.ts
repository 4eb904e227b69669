import type { Usage, WireFormat } from '@pleat/core'
import type { Price } from './prices.ts'

/** Price of a token that is read from a prompt cache, relative to one that is not. */
const READ = 0.1
/** Price of a token that is written to a prompt cache, where that costs anything: for five minutes. */
const WRITE: Readonly<Record<WireFormat, number>> = {
  'openai-chat': 1,
  'openai-responses': 1,
  'anthropic-messages': 1.25,
}

/** What a provider takes for the input of a request, in whole micro-dollars, at the usual prices of its cache. */
export function inputCost({ microDollarsPerMillion }: Price, format: WireFormat, usage: Usage): number {
  const { inputTokens, cachedTokens, cacheWriteTokens } = usage
  const fresh = Math.max(0, inputTokens - cachedTokens - cacheWriteTokens)
  const units = fresh + READ * cachedTokens + WRITE[format] * cacheWriteTokens
  return Math.round((units * microDollarsPerMillion) / 1_000_000)
}
