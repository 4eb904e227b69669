import type { Conversation, MessageShape, WireFormat } from '@pleat/core'

/** A recent body, with the messages that were read from it. */
interface KeptBody {
  /** The account that sent it. It is not compared with bodies of other accounts. */
  readonly owner: string
  readonly format: WireFormat
  /** Position of its bytes in the buffer. */
  readonly from: number
  readonly length: number
  readonly messages: Conversation['messages']
  /** Number of messages and parts: the size of the views in addition to the bytes. */
  readonly parts: number
}

/** Limits of the copies: total bytes, and their number, since each is compared with every long body that arrives. */
const KEPT_BYTES = 8 * 1024 * 1024
const MAX_BODIES = 64
/** Limits of messages and parts, of one kept body and of all, about 200 bytes each. A body with more is parsed each time. */
const MAX_PARTS = 20_000
const MAX_PARTS_IN_ALL = 100_000

/**
 * Copies of the most recent long bodies. The next turn of a conversation begins with the bytes of the previous one, and
 * comparing them is several times as fast as hashing each message. An evicted body only costs time. All copies share one
 * buffer, the newest written over the oldest: separate buffers would be old objects when they are freed, and wait for a full
 * collection.
 */
export class RecentBodies {
  readonly #size: number
  #bytes = Buffer.alloc(0)
  /** Oldest first. */
  #kept: KeptBody[] = []
  /** Position of the next copy. */
  #next = 0

  constructor(size = KEPT_BYTES) {
    this.#size = size
  }

  /** Returns the shape of a message of `body` that an earlier body of `owner` has at the same position, byte for byte. */
  shapesIn(
    body: Buffer,
    { owner, format }: { owner: string; format: WireFormat },
  ): ((start: number, end: number) => MessageShape | undefined) | undefined {
    const earlier = this.#kept.findLast(
      (kept) => kept.owner === owner && kept.format === format && this.#isLastIn(body, kept),
    )
    if (earlier === undefined) return undefined
    const { messages } = earlier
    // A turn that only adds messages begins with the whole earlier body: one comparison replaces one per message.
    const isExtended = this.#isSame(body, earlier, 0, messages.at(-1)!.end)
    let next = 0
    return (start, end) => {
      while (next < messages.length && messages[next]!.start < start) next++
      const message = messages[next]
      if (message === undefined || message.start !== start || message.end !== end) return undefined
      return isExtended || this.#isSame(body, earlier, start, end) ? message.shape : undefined
    }
  }

  /** Stores a copy of `body` for the next requests of `owner`. */
  keep(body: Buffer, owner: string, { format, messages }: Conversation): void {
    const { length } = body
    if (length > this.#size || messages.length === 0) return
    const parts = messages.reduce((sum, { shape }) => sum + 1 + shape.parts.length, 0)
    if (parts > MAX_PARTS) return
    if (this.#bytes.length === 0) this.#bytes = Buffer.alloc(this.#size)
    const from = this.#next + length <= this.#size ? this.#next : 0
    const to = from + length
    this.#kept = this.#kept.filter((kept) => kept.from >= to || kept.from + kept.length <= from).slice(1 - MAX_BODIES)
    body.copy(this.#bytes, from)
    // Without the texts of new messages, which are cached for the counter alone.
    const bare = messages.map(({ shape, start, end }) => ({ shape, start, end }))
    this.#kept.push({ owner, format, from, length, messages: bare, parts })
    this.#next = to
    let partsInAll = this.#kept.reduce((sum, kept) => sum + kept.parts, 0)
    while (partsInAll > MAX_PARTS_IN_ALL) partsInAll -= this.#kept.shift()!.parts
  }

  /** True if `body` contains the kept body's last message at the same position. Two conversations hardly ever do. */
  #isLastIn(body: Buffer, kept: KeptBody): boolean {
    const { start, end } = kept.messages.at(-1)!
    return this.#isSame(body, kept, start, end)
  }

  #isSame(body: Buffer, { from }: KeptBody, start: number, end: number): boolean {
    return end <= body.length && this.#bytes.compare(body, start, end, from + start, from + end) === 0
  }
}
