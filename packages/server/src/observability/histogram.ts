/** A distribution by fixed buckets: counts for each upper bound, and one for everything above the last. */
export class Histogram {
  /** Upper bounds, ascending. A value that equals a bound belongs to its bucket. */
  readonly bounds: readonly number[]
  /** Values in each bucket, not cumulative. There is one more bucket than bounds. */
  readonly counts: Float64Array
  #sum = 0
  #count = 0

  constructor(bounds: readonly number[]) {
    this.bounds = bounds
    this.counts = new Float64Array(bounds.length + 1)
  }

  get sum(): number {
    return this.#sum
  }

  get count(): number {
    return this.#count
  }

  /** Adds `value`. Values that are not finite numbers are ignored. */
  observe(value: number): void {
    if (!Number.isFinite(value)) return
    const { bounds, counts } = this
    let low = 0
    let high = bounds.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if (value <= bounds[middle]!) high = middle
      else low = middle + 1
    }
    counts[low]!++
    this.#sum += value
    this.#count++
  }
}

/** `count` bounds from `first` on, each `factor` times the previous one. */
export function growingBounds(first: number, factor: number, count: number): readonly number[] {
  return Array.from({ length: count }, (_, index) => Number((first * factor ** index).toPrecision(12)))
}
