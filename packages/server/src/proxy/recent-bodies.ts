import type { Conversation, MessageShape, WireFormat } from '@pleat/core'

/** A body that came lately, with the messages that were read in it. */
interface KeptBody {
  readonly format: WireFormat
  /** Where its bytes are among those that are kept. */
  readonly from: number
  readonly length: number
  readonly messages: Conversation['messages']
}

/** Bytes of all that are kept, and how many there are at most: each is looked at for every long body that comes. */
const KEPT_BYTES = 8 * 1024 * 1024
const MOST_BODIES = 64

/**
 * Copies of the long bodies that came last. The next turn of a conversation begins with the bytes of this one, and
 * comparing them is several times as fast as hashing each message to find it among those that were read before. Nothing is
 * lost when a body is not here any more. They stand in one piece of memory, the newest over the oldest: buffers of
 * their own would be old when they go, and wait for the collector's longest run.
 */
export class RecentBodies {
  readonly #size: number
  #bytes = Buffer.alloc(0)
  /** Oldest first. */
  #kept: KeptBody[] = []
  /** Where the next one goes. */
  #next = 0

  constructor(size = KEPT_BYTES) {
    this.#size = size
  }

  /** Tells the shape of a message of `body` that stands at the same place of an earlier one, byte for byte. */
  shapesIn(body: Buffer, format: WireFormat): ((start: number, end: number) => MessageShape | undefined) | undefined {
    const earlier = this.#kept.findLast((kept) => kept.format === format && this.#isLastIn(body, kept))
    if (earlier === undefined) return undefined
    const { messages } = earlier
    let next = 0
    return (start, end) => {
      while (next < messages.length && messages[next]!.start < start) next++
      const message = messages[next]
      if (message === undefined || message.start !== start || message.end !== end) return undefined
      return this.#isSame(body, earlier, start, end) ? message.shape : undefined
    }
  }

  /** Keeps a copy of `body`. */
  keep(body: Buffer, { format, messages }: Conversation): void {
    const { length } = body
    if (length > this.#size || messages.length === 0) return
    if (this.#bytes.length === 0) this.#bytes = Buffer.alloc(this.#size)
    const from = this.#next + length <= this.#size ? this.#next : 0
    const to = from + length
    this.#kept = this.#kept.filter((kept) => kept.from >= to || kept.from + kept.length <= from).slice(1 - MOST_BODIES)
    body.copy(this.#bytes, from)
    // Without the texts of new messages, which are at hand for the counter alone.
    const bare = messages.map(({ shape, start, end }) => ({ shape, start, end }))
    this.#kept.push({ format, from, length, messages: bare })
    this.#next = to
  }

  /** Whether the last message of a body stands in `body` too, at the same place: hardly two conversations have that in common. */
  #isLastIn(body: Buffer, kept: KeptBody): boolean {
    const { start, end } = kept.messages.at(-1)!
    return this.#isSame(body, kept, start, end)
  }

  #isSame(body: Buffer, { from }: KeptBody, start: number, end: number): boolean {
    return end <= body.length && this.#bytes.compare(body, start, end, from + start, from + end) === 0
  }
}
