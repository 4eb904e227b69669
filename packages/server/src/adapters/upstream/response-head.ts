import { UpstreamFailure } from './failure.ts'

/** The headers of a response, as the proxy passes them on. */
export interface ResponseHeaders {
  /** Flat, name and value in turn, in the provider's spelling. */
  readonly flat: string[]
  /** True if the head determines the end of the body. Otherwise the end of the connection does. */
  readonly isFramed: boolean
}

const NOT_A_VALUE = /[^\t\x20-\x7e\x80-\xff]/

/**
 * Decodes the raw headers as latin1, so that each character is one byte.
 * @throws {UpstreamFailure} for a control character, which Node's server could not send, and for a transfer coding
 * other than `chunked`, which the client would have to undo.
 */
export function readHeaders(raw: readonly Buffer[]): ResponseHeaders {
  const flat: string[] = []
  let isFramed = false
  for (let i = 0; i + 1 < raw.length; i += 2) {
    const name = raw[i]!.toString('latin1')
    const value = withoutTrailingBlanks(raw[i + 1]!.toString('latin1'))
    if (NOT_A_VALUE.test(value)) throw new UpstreamFailure('bad head')
    flat.push(name, value)
    if (name.length === 14 && name.toLowerCase() === 'content-length') isFramed = true
    else if (name.length === 17 && name.toLowerCase() === 'transfer-encoding') {
      if (value.trim().toLowerCase() !== 'chunked') throw new UpstreamFailure('bad head')
      isFramed = true
    }
  }
  return { flat, isFramed }
}

/** The parser strips blanks before a value and not after it. `trimEnd` would also remove bytes such as 0xa0. */
function withoutTrailingBlanks(value: string): string {
  let end = value.length
  while (end > 0 && (value[end - 1] === ' ' || value[end - 1] === '\t')) end--
  return end === value.length ? value : value.slice(0, end)
}
