import type { Usage } from '@pleat/core'

/** What cached input costs, as a share of the price of fresh input. */
export interface CachePrice {
  readonly read: number
  readonly write: number
}

/** Models whose cached input costs more than a tenth; the usual share is what the others have. */
const READ_SHARES: readonly (readonly [RegExp, number])[] = [
  [/(?:^|[/.])gpt-4o|(?:^|[/.])o1|(?:^|[/.])o3-mini/, 0.5],
  [/(?:^|[/.])gpt-4\.1|(?:^|[/.])o3|(?:^|[/.])o4/, 0.25],
]
const USUAL_READ_SHARE = 0.1
const WRITE_SHARE = 1.25
const LONG_WRITE_SHARE = 2

/** The price of cached input of `model`. A model that is not known is given the lowest: that claims the least savings. */
export function cachePriceOf(model: string, isLong: boolean): CachePrice {
  const name = model.toLowerCase()
  const read = READ_SHARES.find(([pattern]) => pattern.test(name))?.[1] ?? USUAL_READ_SHARE
  return { read, write: isLong ? LONG_WRITE_SHARE : WRITE_SHARE }
}

/** The input of a receipt in tokens at the full price. */
export function weighedInput({ read, write }: CachePrice, usage: Omit<Usage, 'outputTokens'>): number {
  const { inputTokens, cachedTokens, cacheWriteTokens } = usage
  const fresh = Math.max(0, inputTokens - cachedTokens - cacheWriteTokens)
  return fresh + read * cachedTokens + write * cacheWriteTokens
}
