import { runSteps } from '../../run-steps.ts'
import type { HistoryState } from '../history-state.ts'
import type { Transcript } from '../transcript.ts'
import type { ByteWriter } from './byte-writer.ts'
import { type Encoded, encodedTexts, encodeInSteps, type TextToEncode } from './encode-text.ts'
import { TextSources } from './text-sources.ts'

/** A text of a state that contains words of messages. */
export interface OwnedText extends TextToEncode {
  /** The immutable object that contains the text, so that the text is encoded once. */
  readonly owner: object
}

/** A text contains words that are in no message, so it cannot be written. `writeSnapshot` catches this error. */
export class UnwritableError extends Error {
  override readonly name = 'UnwritableError'
}

/** Writes texts as positions in the quoted messages, and never their words. */
export class TextWriter {
  readonly #keys: readonly string[]
  readonly #sources: TextSources

  constructor(transcript: Transcript, { keys, turns }: Pick<HistoryState, 'keys' | 'turns'>) {
    this.#keys = keys
    this.#sources = new TextSources(transcript, turns)
  }

  /**
   * Encodes a text to be written later. Pauses after every line.
   * @throws {UnwritableError} if it contains words that are in no message.
   */
  *prepareInSteps(text: OwnedText): Generator<void, Encoded, void> {
    const before = encodedTexts.get(text.owner)
    if (before && this.#isOfHistory(before)) return before
    const encoded = yield* encodeInSteps(text, this.#sources, (index) => this.#keys[index])
    if (!encoded) throw new UnwritableError('a text contains words that are in no message')
    encodedTexts.set(text.owner, encoded)
    return encoded
  }

  /** @throws {UnwritableError} */
  write(to: ByteWriter, text: OwnedText): void {
    to.raw(runSteps(this.prepareInSteps(text)).bytes)
  }

  /**
   * The position of `part` in the text of message `index`, ignoring case if necessary. Undefined if the text does not
   * contain it.
   */
  placeOf(index: number, part: string): { readonly at: number; readonly isExact: boolean } | undefined {
    return this.#sources.placeOf(index, part)
  }

  /** True if the quoted messages are unchanged. A client may have edited one since. */
  #isOfHistory({ keys }: Encoded): boolean {
    for (const [index, key] of keys) if (this.#keys[index] !== key) return false
    return true
  }
}
