import type { Conversation, MessageShape, WireFormat } from '@pleat/core'
import { freeBytes } from '../gate/free-bytes.ts'

/** A body that came lately, with the messages that were read in it. */
interface KeptBody {
  readonly format: WireFormat
  readonly bytes: Buffer
  readonly messages: Conversation['messages']
  /** Whether somebody else may still read it. */
  readonly isShared: boolean
}

/** Bytes of all that are kept, and how many there are at most: each is looked at for every long body that comes. */
const MOST_BYTES = 8 * 1024 * 1024
const MOST_BODIES = 64

/**
 * The long bodies that came last. The next turn of a conversation begins with the bytes of this one, and comparing them
 * is eight times as fast as hashing each message to find it among those that were read before. Nothing is lost when a
 * body is not here any more.
 */
export class RecentBodies {
  readonly #mostBytes: number
  /** Oldest first. */
  #kept: KeptBody[] = []
  #size = 0

  constructor(mostBytes = MOST_BYTES) {
    this.#mostBytes = mostBytes
  }

  /** Tells the shape of a message of `body` that stands at the same place of an earlier one, byte for byte. */
  shapesIn(body: Buffer, format: WireFormat): ((start: number, end: number) => MessageShape | undefined) | undefined {
    const earlier = this.#kept.findLast((kept) => kept.format === format && goesOn(kept, body))
    if (earlier === undefined) return undefined
    let next = 0
    return (start, end) => {
      const { bytes, messages } = earlier
      while (next < messages.length && messages[next]!.start < start) next++
      const message = messages[next]
      if (message === undefined || message.start !== start || message.end !== end) return undefined
      return bytes.compare(body, start, end, start, end) === 0 ? message.shape : undefined
    }
  }

  /**
   * Keeps `body`, not to be changed by anybody, in place of the one that it goes on from. Unless it is shared its memory is
   * given back when it has to go: left to the collector, bodies of this age would wait for its longest run.
   */
  keep(body: Buffer, { format, messages }: Conversation, isShared: boolean): void {
    if (body.length > this.#mostBytes || messages.length === 0) {
      if (!isShared) freeBytes(body)
      return
    }
    const before = this.#kept.findLastIndex((kept) => kept.format === format && goesOn(kept, body))
    if (before >= 0) this.#forget(before)
    this.#kept.push({ format, bytes: body, messages, isShared })
    this.#size += body.length
    while (this.#size > this.#mostBytes || this.#kept.length > MOST_BODIES) this.#forget(0)
  }

  #forget(place: number): void {
    const { bytes, isShared } = this.#kept.splice(place, 1)[0]!
    this.#size -= bytes.length
    if (!isShared) freeBytes(bytes)
  }
}

/** Whether the last message of a body stands in `body` too, at the same place: no two conversations have that in common. */
function goesOn({ bytes, messages }: KeptBody, body: Buffer): boolean {
  const { start, end } = messages.at(-1)!
  return end <= body.length && bytes.compare(body, start, end, start, end) === 0
}
