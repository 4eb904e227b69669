import { findOrAdd } from '../../maps.ts'
import { ownCopy } from '../../own-copy.ts'
import type { Transcript } from '../transcript.ts'
import { type ByteReader, SnapshotError } from './byte-reader.ts'
import { encodedTexts } from './encode-text.ts'
import { messageText } from './message-text.ts'
import { OWN, OWN_WORDS } from './own-words.ts'
import { KINDS, OPERATION, unzigzag } from './text-operations.ts'

/** Largest number of digits of the fold's counts. */
const MAX_DIGITS = 15

/** Reconstructs the texts of a snapshot from the messages of the conversation. */
export class TextReader {
  readonly #transcript: Transcript
  /** Number of messages that texts may quote: those in the state. */
  readonly #messages: number
  readonly #texts = new Map<number, string>()
  /** Messages that the current text quotes. */
  #quoted = new Set<number>()

  constructor(transcript: Transcript, messages: number) {
    this.#transcript = transcript
    this.#messages = messages
  }

  /**
   * Reads a text and converts it with `make`. Its encoding is kept for the next snapshot.
   * @throws {SnapshotError} if the bytes encode no text of this conversation.
   */
  owned<Owner extends object>(from: ByteReader, make: (text: string) => Owner): Owner {
    const start = from.at
    this.#quoted = new Set()
    const owner = make(this.#read(from))
    const keys = new Map([...this.#quoted].map((index) => [index, this.#transcript.keyOf(index)]))
    encodedTexts.set(owner, { bytes: from.since(start), keys })
    return owner
  }

  #read(from: ByteReader): string {
    const length = from.count()
    let text = ''
    let message = OWN
    let end = 0
    while (text.length < length) {
      const head = from.count()
      const units = Math.floor(head / KINDS)
      if (units === 0) throw new SnapshotError('a part of a text is empty')
      switch (head % KINDS) {
        case OPERATION.quote: {
          const step = unzigzag(from.count())
          message += step
          const at = (step === 0 ? end : 0) + unzigzag(from.count())
          end = at + units
          text += this.#part(message, at, end)
          break
        }
        case OPERATION.literal:
          for (let unit = 0; unit < units; unit++) text += String.fromCharCode(from.count())
          break
        case OPERATION.counted:
          if (units > MAX_DIGITS) throw new SnapshotError('a number is too long')
          text += String(from.count()).padStart(units, '0')
          break
        default:
          throw new SnapshotError('an operation has an unknown kind')
      }
    }
    if (text.length !== length) throw new SnapshotError('a text does not have the stored length')
    return ownCopy(text)
  }

  /** `[from, to)` of the text of message `index`. */
  part(index: number, from: number, to: number): string {
    return ownCopy(this.#part(index, from, to))
  }

  #part(index: number, from: number, to: number): string {
    if (!(index >= OWN && index < this.#messages)) throw new SnapshotError('a text quotes a missing message')
    const text = index === OWN ? OWN_WORDS : findOrAdd(this.#texts, index, () => messageText(this.#transcript, index))
    if (index !== OWN) this.#quoted.add(index)
    if (!(from >= 0 && from <= to && to <= text.length)) throw new SnapshotError('a text quotes a missing position')
    return text.slice(from, to)
  }
}
