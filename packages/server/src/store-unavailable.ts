/** The store can neither read nor write at the moment, for example because its disk is full. */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable'
}
