/** A value in a sentence: of what kind, which one, and where among the sentence's words. */
export interface Value {
  /** Values of one kind exclude each other: "time", "money", "n:kg", "weekday", "name", ... */
  readonly kind: string
  readonly value: string
  /** First and last word, inclusive. */
  readonly from: number
  readonly to: number
}
