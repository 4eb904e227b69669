import { freeBytes } from '../free-bytes.ts'
import { LARGE_BYTES } from '../large-buffer.ts'
import type { UpstreamCall } from './upstream-port.ts'

/** The large bodies of one request: the client's, and those that were sent instead of it. */
export class LargeBodies {
  readonly #bodies = new Set<Buffer>()
  readonly #calls: UpstreamCall[] = []

  static includes(body: unknown): body is Buffer {
    return Buffer.isBuffer(body) && body.length >= LARGE_BYTES
  }

  add(body: Buffer, call?: UpstreamCall): void {
    this.#bodies.add(body)
    if (call) this.#calls.push(call)
  }

  /**
   * Frees the bodies when their request is over. The garbage collector would free them late, because the main thread allocates
   * little else. If a socket may still read one of them, all are left to the collector.
   */
  free(): void {
    if (this.#calls.every(({ hasSentBody }) => hasSentBody)) for (const body of this.#bodies) freeBytes(body)
  }
}
