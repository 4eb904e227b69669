import type { IncomingHttpHeaders } from 'node:http'
import type { KeyStore } from '../key-port.ts'
import type { Caller } from '../ports.ts'
import { hashKey } from './key-format.ts'

/** Longer than any key of ours; more is not worth hashing. */
const MAX_KEY_LENGTH = 512
const USUAL_SCHEME = 'Bearer '

/** Who sent these headers, or undefined when they hold no valid key: fails closed, so a failing store throws. */
export async function authenticate(keys: KeyStore, headers: IncomingHttpHeaders): Promise<Caller | undefined> {
  const bearer = bearerOf(headers.authorization)
  // SDKs of the messages API send the key here, some beside an Authorization of their own.
  const apiKey = apiKeyOf(headers['x-api-key'])
  const caller = bearer === undefined ? undefined : await keys.findCaller(hashKey(bearer))
  return caller ?? (apiKey === undefined ? undefined : await keys.findCaller(hashKey(apiKey)))
}

function bearerOf(header: string | undefined): string | undefined {
  if (header === undefined || header.length > MAX_KEY_LENGTH) return undefined
  // As nearly all write it, without the cost of an expression.
  if (header.startsWith(USUAL_SCHEME) && header.indexOf(' ', USUAL_SCHEME.length) < 0) {
    return header.length > USUAL_SCHEME.length ? header.slice(USUAL_SCHEME.length) : undefined
  }
  return /^bearer +(\S+) *$/i.exec(header)?.[1]
}

function apiKeyOf(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' && header !== '' && header.length <= MAX_KEY_LENGTH ? header : undefined
}
