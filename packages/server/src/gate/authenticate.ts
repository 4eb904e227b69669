import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { hashKey } from './key-format.ts'
import type { Caller, KeyStore } from './key-port.ts'

/** Characters of a header that may contain a key. Longer headers contain no key of this server and are not hashed. */
const MAX_KEY_LENGTH = 512
const USUAL_SCHEME = 'Bearer '

/**
 * The caller of the key in the request; undefined without a valid key. Rejects when the store fails, so that an outage
 * lets nobody in.
 */
export async function authenticate(keys: KeyStore, request: IncomingMessage): Promise<Caller | undefined> {
  const { headers, socket } = request
  const bearer = bearerOf(headers.authorization)
  const caller = bearer === undefined ? undefined : await keys.findCaller(hashOnce(socket, bearer))
  if (caller) return caller
  // SDKs of the messages API send the key as `x-api-key`, some in addition to an Authorization header.
  const key = apiKeyOf(headers['x-api-key'])
  return key === undefined ? undefined : await keys.findCaller(hashOnce(socket, key))
}

/** The last key of each open connection, with its hash. */
const lastKeys = new WeakMap<Socket, { readonly key: string; readonly hash: string }>()

/** The hash of `key`. A connection usually carries one key, which is hashed once. */
function hashOnce(socket: Socket, key: string): string {
  const last = lastKeys.get(socket)
  if (last?.key === key) return last.hash
  const hash = hashKey(key)
  lastKeys.set(socket, { key, hash })
  return hash
}

function bearerOf(header: string | undefined): string | undefined {
  if (header === undefined || header.length > MAX_KEY_LENGTH) return undefined
  // The usual spelling, without the cost of a regular expression.
  if (header.startsWith(USUAL_SCHEME) && header.indexOf(' ', USUAL_SCHEME.length) < 0) {
    return header.length > USUAL_SCHEME.length ? header.slice(USUAL_SCHEME.length) : undefined
  }
  return /^bearer +(\S+) *$/i.exec(header)?.[1]
}

function apiKeyOf(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' && header !== '' && header.length <= MAX_KEY_LENGTH ? header : undefined
}
