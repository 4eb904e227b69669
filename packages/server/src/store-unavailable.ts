/** The store cannot read or write at the moment, whatever is asked of it: its disk is full, say. */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable'
}
