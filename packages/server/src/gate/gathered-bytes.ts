import { freeBytes } from './free-bytes.ts'

/** Up to this size memory is taken for a body that is only promised. A longer one has to come first. */
const MOST_PREPARED = 4 * 1024 * 1024

/**
 * The chunks of a body as one buffer. Where its length is known each is put in its place when it comes, while the next is
 * on its way: put together at the end, they would all be copied while the client waits for nothing else.
 */
export class GatheredBytes {
  readonly #promised: number
  #whole: Buffer | undefined
  #chunks: Buffer[] = []
  #size = 0

  /** @param promised bytes that will be added, as far as is known; NaN otherwise. */
  constructor(promised: number) {
    this.#promised = promised
  }

  /** Bytes so far. */
  get size(): number {
    return this.#size
  }

  /** Takes `chunk`, which nobody may read any more. Together they are no more than was promised. */
  add(chunk: Buffer): void {
    const at = this.#size
    this.#size += chunk.length
    if (at === 0 && chunk.length < this.#promised && this.#promised <= MOST_PREPARED) {
      this.#whole = Buffer.allocUnsafeSlow(this.#promised)
    }
    if (this.#whole === undefined) this.#chunks.push(chunk)
    else {
      chunk.copy(this.#whole, at)
      freeBytes(chunk)
    }
  }

  /** All that was added; to be asked for once. */
  take(): Buffer {
    if (this.#whole !== undefined) return this.#whole.subarray(0, this.#size)
    if (this.#chunks.length === 1) return this.#chunks[0]!
    const whole = Buffer.concat(this.#chunks, this.#size)
    for (const chunk of this.#chunks) freeBytes(chunk)
    return whole
  }
}
