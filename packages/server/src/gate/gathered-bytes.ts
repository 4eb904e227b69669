import { freeBytes } from '../free-bytes.ts'
import { bodyBuffer } from '../large-buffer.ts'

/** Bytes. Up to this length, memory is allocated for an announced body before it arrives. */
const MAX_PREPARED = 4 * 1024 * 1024
/** Bytes. Smaller chunks are copied, because a separate buffer takes more memory than its bytes. */
const SMALL_CHUNK = 8 * 1024
const BLOCK_BYTES = 64 * 1024

/**
 * Joins the chunks of a body to one buffer.
 * - Known length: each chunk is copied to its place while the next one is in transit. Joining them at the end would make the
 *   client wait for all copies.
 * - Unknown length: small chunks are copied into blocks, so that a body in chunks of one byte takes no more memory than others.
 */
export class GatheredBytes {
  readonly #promised: number
  #whole: Buffer | undefined
  #chunks: Buffer[] = []
  /** The block that is being filled. It exists from the first small chunk after the start on; then all chunks are copied. */
  #block: Buffer | undefined
  #filled = 0
  #size = 0

  /** @param promised total bytes that will be added; NaN if unknown. */
  constructor(promised: number) {
    this.#promised = promised
  }

  /** Bytes added so far. */
  get size(): number {
    return this.#size
  }

  /** Adds `chunk`, which must not be read afterwards. The sum of all chunks must not exceed `promised`. */
  add(chunk: Buffer): void {
    const at = this.#size
    this.#size += chunk.length
    if (at === 0 && chunk.length < this.#promised && this.#promised <= MAX_PREPARED) {
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

  /** All added bytes. Call it once. */
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

  /** Frees the memory of a body that will not be read. Do not call `add` or `take` afterwards. */
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
