import type { Contender } from './contenders.ts'

/** The body of a request whose text contains a unique number. */
export interface NumberedBody {
  readonly bytes: Buffer
  /** Index of the number's digits; -1 for bodies that are each sent once. */
  readonly numberAt: number
}

const DIGITS = 9
const PLACE = '000000000'
/** Placeholder of the number. */
export const NUMBER_MARK = `case #${PLACE}`

/** The body as bytes; a `NUMBER_MARK` in it becomes another number each time it is sent. */
export function numbered(body: unknown): NumberedBody {
  const bytes = Buffer.from(JSON.stringify(body))
  const markAt = bytes.indexOf(NUMBER_MARK)
  return { bytes, numberAt: markAt < 0 ? -1 : markAt + NUMBER_MARK.length - DIGITS }
}

let count = 0

/** Returns a function that builds requests to a contender. It builds the head once for each length of a body. */
export function createRequests(contender: Contender, extraHeaders: readonly string[] = []) {
  const heads = new Map<number, Buffer>()

  function headOf(length: number): Buffer {
    const known = heads.get(length)
    if (known) return known
    const lines = [
      'POST /v1/chat/completions HTTP/1.1',
      `Host: 127.0.0.1:${contender.port}`,
      'Content-Type: application/json',
      'Accept: application/json',
      'User-Agent: bench/1.0',
      `Content-Length: ${length}`,
      ...contender.headers,
      ...extraHeaders,
    ]
    const head = Buffer.from(`${lines.join('\r\n')}\r\n\r\n`)
    heads.set(length, head)
    return head
  }

  /** The parts of a request with `body`, with a new number. */
  return function request({ bytes, numberAt }: NumberedBody): readonly Buffer[] {
    if (numberAt >= 0) bytes.write(String(++count).padStart(DIGITS, '0'), numberAt, 'latin1')
    return [headOf(bytes.length), bytes]
  }
}
