/** The bytes are not a snapshot, or not one of this conversation. Never thrown by `readSnapshot`. */
export class SnapshotError extends Error {
  override readonly name = 'SnapshotError'
}

const STEP = 128

/** Reads the output of a `ByteWriter` from the first byte on. */
export class ByteReader {
  readonly #bytes: Uint8Array
  readonly #view: DataView
  #at = 0

  constructor(bytes: Uint8Array) {
    // A subclass may return views where copies are requested.
    this.#bytes = new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  }

  get at(): number {
    return this.#at
  }

  get isAtEnd(): boolean {
    return this.#at === this.#bytes.length
  }

  /**
   * @throws {SnapshotError} if the bytes end too early, like every reader here.
   */
  count(): number {
    let value = 0
    let scale = 1
    for (;;) {
      const byte = this.#bytes[this.#skip(1)]!
      value += (byte % STEP) * scale
      if (!Number.isSafeInteger(value)) throw new SnapshotError('a number is too large')
      if (byte < STEP) return value
      scale *= STEP
    }
  }

  /** A number of items that take at least one byte each, so that no length allocates more memory than the bytes justify. */
  length(): number {
    const length = this.count()
    if (length > this.#bytes.length - this.#at) throw new SnapshotError('a list is longer than the rest')
    return length
  }

  float(): number {
    return this.#view.getFloat64(this.#skip(8), true)
  }

  /** A view of the next bytes. */
  raw(length: number): Uint8Array {
    const from = this.#skip(length)
    return this.#bytes.subarray(from, from + length)
  }

  /** A copy of the bytes from `from` to the current position. */
  since(from: number): Uint8Array {
    return this.#bytes.slice(from, this.#at)
  }

  #skip(length: number): number {
    const from = this.#at
    if (length > this.#bytes.length - from) throw new SnapshotError('it ends too early')
    this.#at = from + length
    return from
  }
}
