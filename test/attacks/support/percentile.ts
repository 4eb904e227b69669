/** The `share` quantile of `values`, with `share` from 0 to 1; 0 if `values` is empty. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0
}

export function median(values: readonly number[]): number {
  return percentile(values, 0.5)
}
