/** The `share` quantile (0 to 1) of the values; NaN for no values. */
export function quantile(values: readonly number[], share: number): number {
  if (values.length === 0) return Number.NaN
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]!
}

/** The middle value, or the mean of the two in the middle. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

/** `items` rotated by one each round, so that none is always the first. */
export function rotated<Item>(items: readonly Item[], round: number): Item[] {
  const by = items.length === 0 ? 0 : round % items.length
  return [...items.slice(by), ...items.slice(0, by)]
}
