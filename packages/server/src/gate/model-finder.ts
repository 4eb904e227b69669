/** Finds the model in a body that is passed through. It is fed with chunks and stops as soon as the model is known. */
export interface ModelFinder {
  /** Reads one chunk; true when no more chunks are needed. */
  look(chunk: Buffer): boolean
  /** Undefined until it is found. */
  readonly model: string | undefined
}

/** Bytes of a JSON key or a model name. Longer strings are skipped. */
const MAX_LENGTH = 512

const QUOTE = 0x22
const BACKSLASH = 0x5c
const COMMA = 0x2c
const COLON = 0x3a
const OPENING = new Set([0x5b, 0x7b])
const CLOSING = new Set([0x5d, 0x7d])

/**
 * Finds the string in the top-level field `model` of a JSON object. With `isLast`, it reads to the end of the object and takes
 * the last such field, as parsers do; otherwise it stops at the first. A last field that is no string, or too long, counts as no
 * model, and nothing after the object counts: parsers either refuse that or do not read it.
 */
export class ModelInJson implements ModelFinder {
  model: string | undefined
  /** True if two top-level fields read so far are named `model` in any case, or one in another case. */
  isAmbiguous = false
  readonly #isLast: boolean
  #depth = 0
  #isInString = false
  #isEscaped = false
  #isValue = false
  /** True after the end of the object. */
  #isOver = false
  #hasModel = false
  #key: string | undefined
  /** Bytes of the string that is being read, quotes included; undefined for a string that does not matter. */
  #text: number[] | undefined

  constructor({ isLast = false } = {}) {
    this.#isLast = isLast
  }

  look(chunk: Buffer): boolean {
    if (this.#isOver) return true
    for (const byte of chunk) {
      if (this.#isInString) this.#readString(byte)
      else if (byte === QUOTE) this.#openString()
      else if (OPENING.has(byte)) this.#depth++
      else if (CLOSING.has(byte)) this.#isOver ||= --this.#depth <= 0
      else if (this.#depth === 1 && byte === COLON) this.#openValue()
      else if (this.#depth === 1 && byte === COMMA) this.#isValue = false
      if (this.#isOver || (this.model !== undefined && !this.#isLast)) return true
    }
    return false
  }

  #openValue(): void {
    this.#isValue = true
    if (this.#key?.toLowerCase() !== 'model') return
    this.isAmbiguous ||= this.#hasModel || this.#key !== 'model'
    this.#hasModel = true
    if (this.#key === 'model') this.model = undefined
  }

  #openString(): void {
    this.#isInString = true
    const counts = this.#depth === 1 && (!this.#isValue || this.#key === 'model')
    this.#text = counts ? [QUOTE] : undefined
  }

  #readString(byte: number): void {
    if (this.#text && this.#text.push(byte) > MAX_LENGTH) this.#text = undefined
    if (this.#isEscaped) this.#isEscaped = false
    else if (byte === BACKSLASH) this.#isEscaped = true
    else if (byte === QUOTE) this.#closeString()
  }

  #closeString(): void {
    this.#isInString = false
    if (this.#depth !== 1) return
    const text = this.#text && parsed(Buffer.from(this.#text))
    if (!this.#isValue) this.#key = text
    else if (this.#key === 'model') this.model = text
  }
}

function parsed(json: Buffer): string | undefined {
  try {
    return JSON.parse(json.toString('utf8')) as string
  } catch {
    return undefined
  }
}

/** The field `model` of a multipart form: the head of its part, an empty line, and the value. */
const FIELD = /\bname="?model"?(?:;[^\r\n]{1,200})?\r\n(?:[^\r\n]{1,200}\r\n){0,4}\r\n([^\r\n]{1,512})\r\n/i
/** Characters that are kept from chunk to chunk: more than a match takes. */
const CARRIED_CHARACTERS = 2048

/** Finds the field `model` of a multipart form, also after its files. */
export class ModelInForm implements ModelFinder {
  model: string | undefined
  #carried = ''

  look(chunk: Buffer): boolean {
    // Latin-1 maps each byte to a character, so that a character cut between two chunks is not lost.
    const text = this.#carried + chunk.toString('latin1')
    const value = FIELD.exec(text)?.[1]
    if (value !== undefined) this.model = Buffer.from(value, 'latin1').toString('utf8')
    this.#carried = text.slice(-CARRIED_CHARACTERS)
    return this.model !== undefined
  }
}
