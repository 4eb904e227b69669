import { type AnswerHead, AnswerSyntaxError, checkTrailer, readChunkSize, readHead } from './answer-syntax.ts'

/** Takes what an answer is made of, as it comes. */
export interface AnswerEvents {
  /** Once for each answer; what was said before the answer proper (status 1xx) is left out. */
  onHead(head: AnswerHead): void
  /** Bytes of the body without their framing; never empty. */
  onBody(bytes: Buffer): void
  /** The answer is whole; what is said after it makes `push` throw. */
  onEnd(): void
}

/** A head, or a line between chunks. */
const MAX_HEAD_BYTES = 64 * 1024
const MAX_LINE_BYTES = 16 * 1024

const END_OF_HEAD = '\r\n\r\n'
const LINE_FEED = 0x0a

const FIRST_STATES = { chunked: 'chunk-size', 'until-close': 'until-close' } as const

type State = 'head' | 'counted' | 'until-close' | 'chunk-size' | 'chunk' | 'chunk-end' | 'trailers' | 'over'

/**
 * Reads the answers of one HTTP/1.1 connection, one at a time and cut anywhere. Bodies are handed on as parts of the
 * chunks they came in, and nothing is kept but an unfinished line.
 */
export class AnswerParser {
  readonly #events: AnswerEvents
  #state: State = 'over'
  #isHeadOnly = false
  /** Of a body or chunk whose length is known: bytes still to come. */
  #left = 0
  #unfinished: Buffer | undefined

  constructor(events: AnswerEvents) {
    this.#events = events
  }

  /** From here on the answer to the next request comes. `isHeadOnly`: to HEAD, which has no body. */
  begin(isHeadOnly: boolean): void {
    this.#state = 'head'
    this.#isHeadOnly = isHeadOnly
    this.#unfinished = undefined
  }

  /** @throws {AnswerSyntaxError} After that the connection is of no use any more. */
  push(chunk: Buffer): void {
    let at = 0
    while (at < chunk.length) {
      switch (this.#state) {
        case 'head':
          at = this.#readHead(chunk, at)
          break
        case 'counted':
        case 'chunk':
          at = this.#passOn(chunk, at)
          break
        case 'until-close':
          this.#events.onBody(at === 0 ? chunk : chunk.subarray(at))
          return
        case 'over':
          throw new AnswerSyntaxError('something nobody asked for')
        default:
          at = this.#readLine(chunk, at)
      }
    }
  }

  /** The peer says nothing more: an answer that ends with its connection is whole then. */
  finish(): void {
    if (this.#state === 'until-close') this.#end()
  }

  #readHead(chunk: Buffer, from: number): number {
    const before = this.#unfinished
    const bytes = before ? Buffer.concat([before, chunk.subarray(from)]) : chunk
    const start = before ? 0 : from
    // The end may have begun in what came before.
    const end = bytes.indexOf(END_OF_HEAD, before ? Math.max(0, before.length - 3) : from, 'latin1')
    if ((end < 0 ? bytes.length : end) - start > MAX_HEAD_BYTES) throw new AnswerSyntaxError('its head is too long')
    if (end < 0) {
      this.#unfinished = start === 0 ? bytes : bytes.subarray(start)
      return chunk.length
    }
    this.#unfinished = undefined
    this.#begun(readHead(bytes.toString('latin1', start, end)))
    return end + END_OF_HEAD.length - (before ? before.length - from : 0)
  }

  #begun(head: AnswerHead): void {
    const { status, framing } = head
    if (status === 101) throw new AnswerSyntaxError('a change of protocol that nobody asked for')
    if (status < 200) return
    // Whatever is said of its length (RFC 9112 section 6.3).
    const hasNoBody = this.#isHeadOnly || status === 204 || status === 304 || framing === 0
    this.#state = hasNoBody ? 'over' : typeof framing === 'number' ? 'counted' : FIRST_STATES[framing]
    if (typeof framing === 'number') this.#left = framing
    this.#events.onHead(head)
    if (hasNoBody) this.#end()
  }

  #passOn(chunk: Buffer, from: number): number {
    const to = Math.min(chunk.length, from + this.#left)
    this.#left -= to - from
    this.#events.onBody(from === 0 && to === chunk.length ? chunk : chunk.subarray(from, to))
    if (this.#left > 0) return to
    if (this.#state === 'chunk') this.#state = 'chunk-end'
    else this.#end()
    return to
  }

  #readLine(chunk: Buffer, from: number): number {
    const feed = chunk.indexOf(LINE_FEED, from)
    const to = feed < 0 ? chunk.length : feed + 1
    const before = this.#unfinished
    const bytes = before ? Buffer.concat([before, chunk.subarray(from, to)]) : chunk.subarray(from, to)
    if (bytes.length > MAX_LINE_BYTES) throw new AnswerSyntaxError('a line is too long')
    this.#unfinished = feed < 0 ? bytes : undefined
    if (feed >= 0) this.#takeLine(bytes.toString('latin1'))
    return to
  }

  #takeLine(withBreak: string): void {
    if (!withBreak.endsWith('\r\n')) throw new AnswerSyntaxError('a line does not end as lines do')
    const line = withBreak.slice(0, -2)
    if (this.#state === 'chunk-size') {
      this.#left = readChunkSize(line)
      this.#state = this.#left === 0 ? 'trailers' : 'chunk'
    } else if (this.#state === 'chunk-end') {
      if (line !== '') throw new AnswerSyntaxError('a chunk is longer than its size')
      this.#state = 'chunk-size'
    } else if (line === '') this.#end()
    else checkTrailer(line)
  }

  #end(): void {
    this.#state = 'over'
    this.#events.onEnd()
  }
}
