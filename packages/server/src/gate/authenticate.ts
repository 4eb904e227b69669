import type { IncomingHttpHeaders } from 'node:http'
import type { Caller, KeyStore } from '../ports.ts'
import { hashKey } from './key-format.ts'

/** Longer than any key of ours; more is not worth hashing. */
const MAX_KEY_LENGTH = 512

/** Who sent these headers, or undefined when they hold no valid key: fails closed, so a failing store throws. */
export async function authenticate(keys: KeyStore, headers: IncomingHttpHeaders): Promise<Caller | undefined> {
  const bearer = bearerOf(headers.authorization)
  const caller = bearer === undefined ? undefined : await keys.findCaller(hashKey(bearer))
  if (caller) return caller
  // SDKs of the messages API send the key here, some beside an Authorization of their own.
  const apiKey = headers['x-api-key']
  if (typeof apiKey !== 'string' || apiKey === '' || apiKey.length > MAX_KEY_LENGTH) return undefined
  return keys.findCaller(hashKey(apiKey))
}

function bearerOf(header: string | undefined): string | undefined {
  if (header === undefined || header.length > MAX_KEY_LENGTH) return undefined
  const match = /^bearer +(\S+) *$/i.exec(header)
  return match?.[1]
}
