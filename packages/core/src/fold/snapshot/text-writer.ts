import type { Transcript } from '../transcript.ts'
import type { ByteWriter } from './byte-writer.ts'
import { type Encoded, encodeInSteps } from './encode-text.ts'
import { encodedTexts } from './encoded-texts.ts'
import { TextSources } from './text-sources.ts'

/** A text in a state that holds words of messages. */
export interface OwnedText {
  /** What holds the text and never changes, so that the text is encoded once in its life. */
  readonly owner: object
  readonly text: string
  /** Messages that it quotes most. */
  readonly near: readonly number[]
  /** Whether it is a record, whose lines say which turn they quote. */
  readonly isRecord: boolean
}

/** A text cannot be written without words that no message holds. It never leaves the writing of a snapshot. */
export class UnwritableError extends Error {
  override readonly name = 'UnwritableError'
}

/** What the history of a state says of places in it. */
export interface HistoryPlaces {
  readonly keys: readonly string[]
  readonly turns: readonly number[]
}

/** Writes texts as places in the messages that they quote, and never their words. */
export class TextWriter {
  readonly #keys: readonly string[]
  readonly #sources: TextSources

  constructor(transcript: Transcript, { keys, turns }: HistoryPlaces) {
    this.#keys = keys
    this.#sources = new TextSources(transcript, turns)
  }

  /**
   * Encodes a text, to be written later; pauses after every line.
   * @throws {UnwritableError} where it holds words that no message holds.
   */
  *prepareInSteps(text: OwnedText): Generator<void, Encoded, void> {
    const before = encodedTexts.get(text.owner)
    if (before && this.#isOfHistory(before)) return before
    const encoded = yield* encodeInSteps(text, this.#sources, (index) => this.#keys[index])
    if (!encoded) throw new UnwritableError('a text holds words that no message holds')
    encodedTexts.set(text.owner, encoded)
    return encoded
  }

  /** @throws {UnwritableError} */
  write(to: ByteWriter, text: OwnedText): void {
    const steps = this.prepareInSteps(text)
    for (;;) {
      const step = steps.next()
      if (!step.done) continue
      to.raw(step.value.bytes)
      return
    }
  }

  /** The text of message `index`, and where a part of it stands there, in whatever letters; undefined where it does not. */
  placeOf(index: number, part: string): { readonly at: number; readonly isExact: boolean } | undefined {
    return this.#sources.placeOf(index, part)
  }

  /** A client may have edited a message since. */
  #isOfHistory({ keys }: Encoded): boolean {
    for (const [index, key] of keys) if (this.#keys[index] !== key) return false
    return true
  }
}
