import type { UpstreamRequest } from '../../ports.ts'

const NAME = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/
const NO_VALUE = /[^\t\x20-\x7e\x80-\xff]/
const NO_PATH = /[^\x21-\xff]/

/**
 * The first lines of a request to `host`, with the empty one that ends them: a character is a byte.
 * @throws {TypeError} when a header or the path has a character that would not arrive as it is. Says no value.
 */
export function requestHead(host: string, { method, path, headers, body }: UpstreamRequest): string {
  if (NO_PATH.test(path)) throw new TypeError('The path of a request has a character that HTTP does not allow.')
  let head = `${method} ${path} HTTP/1.1\r\nhost: ${host}\r\nconnection: keep-alive\r\n`
  for (let i = 0; i + 1 < headers.length; i += 2) {
    const name = headers[i]!
    const value = headers[i + 1]!
    if (!NAME.test(name)) throw new TypeError('The name of a header has a character that HTTP does not allow.')
    if (NO_VALUE.test(value)) throw new TypeError(`The header ${name} has a character that HTTP does not allow.`)
    head += `${name}: ${value}\r\n`
  }
  if (body !== undefined || method === 'POST') head += `content-length: ${body?.length ?? 0}\r\n`
  return `${head}\r\n`
}
