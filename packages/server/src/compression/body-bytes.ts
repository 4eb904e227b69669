import type { BodyText } from '@pleat/core'
import { textOfBody } from './body-text.ts'

/** So far a character is looked for here: keys and short values end sooner than a native search has begun. */
const NEAR = 32

/**
 * A body read from its bytes, positions counting those. Only what somebody asks for becomes text: of a long history the
 * newest messages and what is kept of it. A string of all of it would be as long again, and new memory for every request.
 */
export class BodyBytes implements BodyText {
  readonly length: number
  readonly #bytes: Buffer

  /** @param bytes UTF-8, not changed or freed as long as this is read. */
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
