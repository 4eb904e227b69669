const FIRST_BYTES = 64 * 1024
/** The bit of a varint's byte that announces another byte. The seven bits below it are part of the number. */
const STEP = 128

/** A byte buffer that grows at its end. Whole numbers are varints. */
export class ByteWriter {
  #bytes: Uint8Array
  #view: DataView
  #length = 0

  constructor(firstBytes = FIRST_BYTES) {
    this.#bytes = new Uint8Array(firstBytes)
    this.#view = new DataView(this.#bytes.buffer)
  }

  /** A whole number from 0 to 2^53 - 1. */
  count(value: number): void {
    this.#reserve(8)
    let left = value
    while (left >= STEP) {
      this.#bytes[this.#length++] = STEP + (left % STEP)
      left = Math.floor(left / STEP)
    }
    this.#bytes[this.#length++] = left
  }

  float(value: number): void {
    this.#reserve(8)
    this.#view.setFloat64(this.#length, value, true)
    this.#length += 8
  }

  raw(bytes: Uint8Array): void {
    this.#reserve(bytes.length)
    this.#bytes.set(bytes, this.#length)
    this.#length += bytes.length
  }

  /** A copy of all bytes, in a new buffer. */
  toBytes(): Uint8Array<ArrayBuffer> {
    return this.#bytes.slice(0, this.#length) as Uint8Array<ArrayBuffer>
  }

  #reserve(more: number): void {
    const least = this.#length + more
    if (least <= this.#bytes.length) return
    const grown = new Uint8Array(Math.max(least, 2 * this.#bytes.length))
    grown.set(this.#bytes.subarray(0, this.#length))
    this.#bytes = grown
    this.#view = new DataView(grown.buffer)
  }
}
