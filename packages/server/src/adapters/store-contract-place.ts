import type { Store } from '../store-port.ts'

/** What a test of the contract works with: a fresh, empty place, opened twice, and a clock that stands still. */
export interface OpenedPlace {
  store: Store
  /** The same data through another connection, as another process would have it. */
  other: Store
  clock: { time: number }
  /** Rows of any table that have one of these texts in any column, in the order of the names of their tables. */
  rowsWith(texts: readonly string[]): Promise<readonly { readonly table: string }[]>
}

/** The limit of keys that have none of their own. */
export const DEFAULT_LIMIT = 777
