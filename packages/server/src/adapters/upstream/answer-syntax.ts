/** The peer does not speak HTTP/1.1 as it has to: what it says next could be taken for something it is not. */
export class AnswerSyntaxError extends Error {
  readonly code = 'UPSTREAM_SYNTAX'

  constructor(what: string) {
    super(`The provider's answer is not well-formed HTTP: ${what}.`)
    this.name = 'AnswerSyntaxError'
  }
}

/** How the length of a body is told (RFC 9112 section 6.3); a number of bytes, where it is said. */
export type Framing = number | 'chunked' | 'until-close'

/** The first lines of an answer, read. */
export interface AnswerHead {
  readonly status: number
  /** Flat, name and value in turn, spelled as they were. */
  readonly headers: readonly string[]
  readonly framing: Framing
  /** Whether the peer keeps the connection after this answer, as far as it says; one that ends a body does not last. */
  readonly isKept: boolean
  /** How long the peer keeps an idle connection, in milliseconds, where it says so. */
  readonly keptForMs: number | undefined
}

// Line by line: no folded lines, no space before a colon, no bare line feeds, no control characters. What is stricter
// than need be cannot be understood by somebody else in another way. Each part ends where the next begins, so that the
// expression looks at no character twice.
const HEAD =
  /^HTTP\/1\.[01] [1-9]\d\d(?: [\t\x20-\x7e\x80-\xff]*)?(?:\r\n[!#$%&'*+\-.^_`|~0-9A-Za-z]+:[\t\x20-\x7e\x80-\xff]*)*$/
const DIGITS = /^\d{1,15}$/
const CHUNK_SIZE = /^([0-9a-fA-F]{1,12})(?:[\t ]*;[\t\x20-\x7e\x80-\xff]*)?$/
const TRAILER = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+:[\t\x20-\x7e\x80-\xff]*$/

/**
 * Reads `head`: all lines up to the empty one, as latin1 and without the last line break.
 * @throws {AnswerSyntaxError}
 */
export function readHead(head: string): AnswerHead {
  if (!HEAD.test(head)) throw new AnswerSyntaxError('its head cannot be read')
  const status = Number(head.slice(9, 12))
  const headers: string[] = []
  let length: string | undefined
  let coding: string | undefined
  let connection: string | undefined
  let keepAlive: string | undefined
  for (let at = head.indexOf('\r\n'); at >= 0; ) {
    const start = at + 2
    const colon = head.indexOf(':', start)
    at = head.indexOf('\r\n', colon)
    const name = head.slice(start, colon)
    const value = trimmed(head, colon + 1, at < 0 ? head.length : at)
    headers.push(name, value)
    switch (name.length) {
      case 10:
        if (isNamed(name, 'connection')) connection = connection === undefined ? value : `${connection},${value}`
        else if (isNamed(name, 'keep-alive')) keepAlive = value
        break
      case 14:
        if (!isNamed(name, 'content-length')) break
        if (length !== undefined) throw new AnswerSyntaxError('two lengths')
        length = value
        break
      case 17:
        if (!isNamed(name, 'transfer-encoding')) break
        if (coding !== undefined) throw new AnswerSyntaxError('two transfer codings')
        coding = value
        break
    }
  }
  const framing = framingOf(length, coding)
  return {
    status,
    headers,
    framing,
    isKept: head.charCodeAt(7) === 0x31 && !saysClose(connection),
    keptForMs: secondsOf(keepAlive),
  }
}

/**
 * Bytes of the chunk that this line begins.
 * @throws {AnswerSyntaxError}
 */
export function readChunkSize(line: string): number {
  const digits = CHUNK_SIZE.exec(line)?.[1]
  if (digits === undefined) throw new AnswerSyntaxError('the size of a chunk cannot be read')
  return Number.parseInt(digits, 16)
}

/**
 * Trailers are about a message whose head has gone on to the client already, so they are read and dropped.
 * @throws {AnswerSyntaxError}
 */
export function checkTrailer(line: string): void {
  if (!TRAILER.test(line)) throw new AnswerSyntaxError('a trailer cannot be read')
}

/** Both at once is how one answer is made to look like two (RFC 9112 section 6.3). */
function framingOf(length: string | undefined, coding: string | undefined): Framing {
  if (coding !== undefined) {
    if (length !== undefined) throw new AnswerSyntaxError('a length and a transfer coding')
    // No other coding was asked for, and who does not undo it would pass on another body than was meant.
    if (coding.toLowerCase() !== 'chunked') throw new AnswerSyntaxError('an unknown transfer coding')
    return 'chunked'
  }
  if (length === undefined) return 'until-close'
  if (!DIGITS.test(length)) throw new AnswerSyntaxError('a length that is no number')
  return Number(length)
}

function isNamed(name: string, lower: string): boolean {
  return name === lower || name.toLowerCase() === lower
}

function saysClose(connection: string | undefined): boolean {
  if (connection === undefined || connection === 'keep-alive') return false
  return connection.split(',').some((option) => option.trim().toLowerCase() === 'close')
}

/** `timeout=5, max=100` is 5 seconds. */
function secondsOf(keepAlive: string | undefined): number | undefined {
  const seconds = keepAlive === undefined ? undefined : /(?:^|[\s,;])timeout=(\d{1,9})/i.exec(keepAlive)?.[1]
  return seconds === undefined ? undefined : Number(seconds) * 1000
}

function trimmed(text: string, from: number, to: number): string {
  let start = from
  let end = to
  while (start < end && isBlank(text.charCodeAt(start))) start++
  while (end > start && isBlank(text.charCodeAt(end - 1))) end--
  return text.slice(start, end)
}

function isBlank(code: number): boolean {
  return code === 0x20 || code === 0x09
}
