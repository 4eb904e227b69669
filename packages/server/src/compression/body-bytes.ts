import type { BodyText } from '@pleat/core'
import { textOfBody } from './body-text.ts'

/**
 * Distance up to which a character is searched for in JavaScript: keys and short values end before a native search has started.
 */
const NEAR = 32

/**
 * A body that is read from its bytes, with positions in bytes. Only requested parts are decoded to text: the newest messages of
 * a long history, and the parts that the memories keep. A string of the whole body would take as much memory again in every
 * request.
 */
export class BodyBytes implements BodyText {
  readonly length: number
  readonly #bytes: Buffer

  /** @param bytes UTF-8. Must not be changed or freed while this object is in use. */
  constructor(bytes: Buffer) {
    this.#bytes = bytes
    this.length = bytes.length
  }

  charCodeAt(at: number): number {
    return this.#bytes[at] ?? Number.NaN
  }

  indexOf(character: string, from: number): number {
    const bytes = this.#bytes
    const code = character.charCodeAt(0)
    const far = Math.min(from + NEAR, bytes.length)
    for (let at = from; at < far; at++) if (bytes[at] === code) return at
    return bytes.indexOf(code, far)
  }

  slice(from: number, to = this.length): string {
    return textOfBody(this.#bytes, from, to)
  }

  toString(): string {
    return textOfBody(this.#bytes)
  }
}
