import type { Store } from '../store-port.ts'

/** The environment of a contract test: an empty place, opened twice, and a clock that the test controls. */
export interface OpenedPlace {
  store: Store
  /** The same data through another connection, as another process would use it. */
  other: Store
  clock: { time: number }
  /** Rows of any table that contain one of these texts in any column, in the order of the tables' names. */
  rowsWith(texts: readonly string[]): Promise<readonly { readonly table: string }[]>
}

/** Rate limit of keys without one of their own. */
export const DEFAULT_LIMIT = 777

/** Runs `read` and returns the number of ticks of the event loop before it ends. */
export async function ticksOf(read: () => Promise<unknown>): Promise<number> {
  let ticks = 0
  let isReading = true
  const count = () => {
    ticks++
    if (isReading) setImmediate(count)
  }
  setImmediate(count)
  await read()
  isReading = false
  return ticks
}
