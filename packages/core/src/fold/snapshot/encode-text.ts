import { ByteWriter } from './byte-writer.ts'
import { OWN, OWN_WORDS } from './own-words.ts'
import { KINDS, OPERATION, zigzag } from './text-operations.ts'
import type { Quote, TextSources } from './text-sources.ts'

/** A text as positions in messages, with the keys of these messages. It is valid while they are unchanged. */
export interface Encoded {
  readonly bytes: Uint8Array
  readonly keys: ReadonlyMap<number, string>
}

/** Cache of encoded texts by their owner: a digest is part of every later snapshot of its history. */
export const encodedTexts = new WeakMap<object, Encoded>()

/** A text that contains words of messages. */
export interface TextToEncode {
  readonly text: string
  /** Messages that it quotes most. */
  readonly near: readonly number[]
  /** True if it is a record, whose lines name the turn that they quote. */
  readonly isRecord: boolean
}

/** Most adjacent letters and figures that are written literally. A longer run may be a word of the conversation. */
const MAX_LETTERS = 3
const SIGN = /[\p{P}\p{S}\p{Z}\p{Cc}\p{Cf}]/u
const FIRST_OF_OTHERS = 0x80

/**
 * Encodes a text line by line. Each step takes the longest part of a message from the current position on. Characters that are
 * in no message are written literally: little more than the separators that the fold adds. Undefined if they would form words.
 */
export function* encodeInSteps(
  { text, near, isRecord }: TextToEncode,
  sources: TextSources,
  keyOf: (message: number) => string | undefined,
): Generator<void, Encoded | undefined, void> {
  const out = new EncodedText(text)
  let quoted = near
  for (let from = 0, to = 0; from < text.length; from = to) {
    const lineEnd = isRecord ? text.indexOf('\n', from) : -1
    to = lineEnd < 0 ? text.length : lineEnd + 1
    if (isRecord) quoted = sources.quotedIn(text, from) ?? quoted
    if (!encodePart(out, { text, from, to }, { sources, quoted })) return undefined
    yield
  }
  return out.finish(keyOf)
}

function encodePart(
  out: EncodedText,
  { text, from, to }: { readonly text: string; readonly from: number; readonly to: number },
  { sources, quoted }: { readonly sources: TextSources; readonly quoted: readonly number[] },
): boolean {
  let letters = 0
  for (let at = from; at < to; ) {
    const digits = letters === 0 ? countedDigits(text, at) : 0
    if (digits > 0) {
      out.counted(at, digits)
      at += digits
      continue
    }
    const quote = sources.longest(text, at, to, quoted)
    if (quote) {
      out.quote(at, quote)
      at += quote.length
      letters = 0
      continue
    }
    letters = isLetter(text.charCodeAt(at)) ? letters + 1 : 0
    at++
    if (letters <= MAX_LETTERS) continue
    const start = at - letters
    const found = sources.search(text, start, at)
    if (!found) return false
    out.quote(start, found)
    letters = 0
  }
  return true
}

/** True if a UTF-16 unit is part of a word or number. Half of a surrogate pair may be. */
function isLetter(unit: number): boolean {
  if (unit >= FIRST_OF_OTHERS) return !SIGN.test(String.fromCharCode(unit))
  const small = unit | 0x20
  return (unit >= 0x30 && unit <= 0x39) || (small >= 0x61 && small <= 0x7a)
}

const COUNT = /[1-9]\d{0,14}(?!\d)/y
/** Text before the line numbers in a mark: `[lines 1200-1340 unchanged`. */
const LINES = /(?:\[line|lines) (?:\d{1,9}-)?$/

/** Number of digits at `from` of a number that the fold has counted (a turn, a line, an omission). 0 for other numbers. */
function countedDigits(text: string, from: number): number {
  COUNT.lastIndex = from
  const digits = COUNT.exec(text)?.[0].length ?? 0
  const before = text.slice(Math.max(0, from - 20), from)
  const after = text.slice(from + digits, from + digits + 20)
  const isTurn = (from === 0 || before.endsWith('\n')) && /^[UATS](?:\s|$)/.test(after)
  const isOmission = before.endsWith('[-') && after.startsWith(']')
  const counted = /^ (\p{L}+)/u.exec(after)?.[1]?.replace(/s$/, '')
  const isCount = isTurn || isOmission || LINES.test(before) || (counted && OWN_WORDS.includes(`1 ${counted}`))
  return isCount ? digits : 0
}

/** The operations that reconstruct a text. */
class EncodedText {
  readonly #text: string
  readonly #out: ByteWriter
  readonly #quoted = new Set<number>()
  /** Start of the part that is not encoded yet. */
  #from = 0
  #message = OWN
  #end = 0

  constructor(text: string) {
    this.#text = text
    this.#out = new ByteWriter(64 + text.length)
    this.#out.count(text.length)
  }

  /** Encodes the text at `at` as a part of a message. */
  quote(at: number, { message, at: place, length }: Quote): void {
    this.#literal(at)
    const step = message - this.#message
    this.#head(length, OPERATION.quote)
    this.#out.count(zigzag(step))
    this.#out.count(zigzag(place - (step === 0 ? this.#end : 0)))
    this.#message = message
    this.#end = place + length
    this.#from = at + length
    if (message !== OWN) this.#quoted.add(message)
  }

  counted(at: number, digits: number): void {
    this.#literal(at)
    this.#head(digits, OPERATION.counted)
    this.#out.count(Number(this.#text.slice(at, at + digits)))
    this.#from = at + digits
  }

  /** Undefined if a quoted message has no key. */
  finish(keyOf: (message: number) => string | undefined): Encoded | undefined {
    this.#literal(this.#text.length)
    const keys = new Map<number, string>()
    for (const message of this.#quoted) {
      const key = keyOf(message)
      if (key === undefined) return undefined
      keys.set(message, key)
    }
    return { bytes: this.#out.toBytes(), keys }
  }

  #literal(to: number): void {
    const length = to - this.#from
    if (length === 0) return
    this.#head(length, OPERATION.literal)
    for (let at = this.#from; at < to; at++) this.#out.count(this.#text.charCodeAt(at))
    this.#from = to
  }

  #head(length: number, kind: number): void {
    this.#out.count(KINDS * length + kind)
  }
}
