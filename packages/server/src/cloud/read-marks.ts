/** A message as it is known again. */
interface Keyed {
  readonly key: string
}

/** Of a longer conversation the newest messages are looked at; marks of all its branches are kept up to some more. */
const MOST_MESSAGES = 2000
const MOST_MARKS = 4000
const MARKS_KEPT = 3000

/**
 * Which messages of a session were read, as a set of numbers. A message is known by its content and that of one of its
 * neighbours: so a fork is read from where it leaves, and a client that cuts old messages off, or rewrites some in the
 * middle, does not have the rest read again, as it would if a message were known by everything before it.
 */
export class ReadMarks {
  #marks: Set<number>

  constructor(marks: Iterable<number> = []) {
    this.#marks = new Set(marks)
  }

  /**
   * Places of the messages that were not read yet, all of which count as read from now on. `isContinued` is false for a
   * conversation whose beginning was cut off, and for another one under the same id.
   */
  takeUnread(messages: readonly Keyed[]): { readonly places: readonly number[]; readonly isContinued: boolean } {
    const marks = this.#marks
    const pairs = pairsOf(messages)
    const start = Math.max(0, messages.length - MOST_MESSAGES)
    const isContinued = marks.size === 0 || messages.length === 0 || marks.has(pairs[start]!)
    const places: number[] = []
    for (let place = start; place < pairs.length; place++) {
      const isRead = marks.has(pairs[place]!) || (place + 1 < pairs.length && marks.has(pairs[place + 1]!))
      if (!isRead) places.push(place)
    }
    for (let place = start; place < pairs.length; place++) marks.add(pairs[place]!)
    if (marks.size > MOST_MARKS) this.#marks = new Set([...marks].slice(-MARKS_KEPT))
    return { places, isContinued }
  }

  toArray(): Int32Array {
    return Int32Array.from(this.#marks)
  }
}

/** A number for each message and the one before it. */
function pairsOf(messages: readonly Keyed[]): number[] {
  let previous = 0
  return messages.map(({ key }) => {
    const own = numberOf(key)
    const pair = (Math.imul(previous ^ (previous >>> 15), 0x2c1b3c6d) + own) | 0
    previous = own
    return pair
  })
}

/** Of a hash: its first characters say enough. */
function numberOf(key: string): number {
  let number = 0x811c9dc5
  const length = Math.min(key.length, 10)
  for (let i = 0; i < length; i++) number = Math.imul(number ^ key.charCodeAt(i), 0x01000193)
  return number
}
