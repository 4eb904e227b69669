/** A message identified by a hash of its content. */
interface Keyed {
  readonly key: string
}

/** Limit of compared messages. In a longer history, only the newest ones are compared. */
const MAX_MESSAGES = 2000
/** Limit of marks of all branches of a session. Beyond it, the newest `MARKS_KEPT` are kept. */
const MAX_MARKS = 4000
const MARKS_KEPT = 3000

/**
 * Records which messages of a session were counted, as a set of 32-bit numbers. A message is identified by its own
 * content and that of the message before or after it. A fork is therefore counted from its first different message on.
 * A client that cuts off or rewrites old messages does not cause the rest to be counted again, as prefix hashes would.
 */
export class ReadMarks {
  #marks: Set<number>

  constructor(marks: Iterable<number> = []) {
    this.#marks = new Set(marks)
  }

  /**
   * Returns the indices of messages that were not counted yet, and marks all messages as counted. `isContinued` is
   * false for a conversation whose beginning was cut off, and for another conversation with the same id.
   */
  takeUnread(messages: readonly Keyed[]): { readonly places: readonly number[]; readonly isContinued: boolean } {
    const marks = this.#marks
    const pairs = pairsOf(messages)
    const start = Math.max(0, messages.length - MAX_MESSAGES)
    const isContinued = marks.size === 0 || messages.length === 0 || marks.has(pairs[start]!)
    const places: number[] = []
    for (let place = start; place < pairs.length; place++) {
      const isRead = marks.has(pairs[place]!) || (place + 1 < pairs.length && marks.has(pairs[place + 1]!))
      if (!isRead) places.push(place)
    }
    for (let place = start; place < pairs.length; place++) marks.add(pairs[place]!)
    if (marks.size > MAX_MARKS) this.#marks = new Set([...marks].slice(-MARKS_KEPT))
    return { places, isContinued }
  }

  /** The marks in the order in which they were added. */
  toArray(): Int32Array {
    return Int32Array.from(this.#marks)
  }
}

/** A number for each message together with the one before it. */
function pairsOf(messages: readonly Keyed[]): number[] {
  let previous = 0
  return messages.map(({ key }) => {
    const own = numberOf(key)
    const pair = (Math.imul(previous ^ (previous >>> 15), 0x2c1b3c6d) + own) | 0
    previous = own
    return pair
  })
}

/** A number from the first ten characters of a hash (FNV-1a). */
function numberOf(key: string): number {
  let number = 0x811c9dc5
  const length = Math.min(key.length, 10)
  for (let i = 0; i < length; i++) number = Math.imul(number ^ key.charCodeAt(i), 0x01000193)
  return number
}
