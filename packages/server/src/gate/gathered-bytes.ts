import { freeBytes } from '../free-bytes.ts'
import { bodyBuffer } from '../large-buffer.ts'

/** Up to this size memory is taken for a body that is only promised. A longer one has to come first. */
const MOST_PREPARED = 4 * 1024 * 1024
/** A chunk below this is copied: as a buffer of its own it would take more memory than its bytes. */
const SMALL_CHUNK = 8 * 1024
const BLOCK_BYTES = 64 * 1024

/**
 * The chunks of a body as one buffer. Where its length is known each is put in its place when it comes, while the next is
 * on its way: put together at the end, they would all be copied while the client waits for nothing else. Where it is not
 * known, small chunks are copied into blocks: a body in chunks of one byte takes no more memory than any other.
 */
export class GatheredBytes {
  readonly #promised: number
  #whole: Buffer | undefined
  #chunks: Buffer[] = []
  /** The block that is being filled, once there was a small chunk after the first: everything is copied from then on. */
  #block: Buffer | undefined
  #filled = 0
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
    if (this.#whole !== undefined) {
      chunk.copy(this.#whole, at)
      freeBytes(chunk)
    } else if (at === 0 || (this.#block === undefined && chunk.length >= SMALL_CHUNK)) this.#chunks.push(chunk)
    else {
      this.#addToBlocks(chunk)
      freeBytes(chunk)
    }
  }

  /** All that was added; to be asked for once. */
  take(): Buffer {
    if (this.#whole !== undefined) return this.#whole.subarray(0, this.#size)
    if (this.#block !== undefined) this.#chunks.push(this.#block.subarray(0, this.#filled))
    if (this.#chunks.length === 1) return this.#chunks[0]!
    const whole = bodyBuffer(this.#size)
    let at = 0
    for (const chunk of this.#chunks) {
      chunk.copy(whole, at)
      at += chunk.length
      freeBytes(chunk)
    }
    return whole
  }

  /** Gives the memory back of a body that nobody will read; nothing may be added or taken afterwards. */
  discard(): void {
    for (const chunk of this.#chunks) freeBytes(chunk)
    if (this.#block) freeBytes(this.#block)
    if (this.#whole) freeBytes(this.#whole)
    this.#chunks = []
  }

  #addToBlocks(chunk: Buffer): void {
    for (let from = 0; from < chunk.length; ) {
      this.#block ??= Buffer.allocUnsafeSlow(BLOCK_BYTES)
      const copied = chunk.copy(this.#block, this.#filled, from)
      from += copied
      this.#filled += copied
      if (this.#filled < BLOCK_BYTES) continue
      this.#chunks.push(this.#block)
      this.#block = Buffer.allocUnsafeSlow(BLOCK_BYTES)
      this.#filled = 0
    }
  }
}
