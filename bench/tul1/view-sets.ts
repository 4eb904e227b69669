/** Methods that shorten a transcript to the length of the view. */
export const METHODS = ['view', 'lexRank', 'lexRankPackage', 'leading', 'start'] as const
export type Method = (typeof METHODS)[number]

/** A set of recorded conversations with the floors of its figures, slightly below those reached. */
export interface ViewSet {
  readonly name: string
  readonly title: string
  /** Least share of the compressed messages' tokens that the view saves. */
  readonly saved: number
  /** Least share of the evidence in view and raw tail, and least advantage over any other method. */
  readonly evidence?: number
  readonly ahead?: number
}

export const VIEW_SETS: readonly ViewSet[] = [
  { name: 'locomo', title: 'LoCoMo', saved: 0.24, evidence: 0.68 },
  { name: 'beam100k', title: 'BEAM 100K', saved: 0.75, evidence: 0.92, ahead: 0.07 },
  { name: 'stackexchange_sessions', title: 'stackexchange', saved: 0.75 },
  { name: 'mtbench101_sessions', title: 'mtbench101', saved: 0.4 },
  { name: 'oasst_sessions', title: 'oasst', saved: 0.6 },
]
