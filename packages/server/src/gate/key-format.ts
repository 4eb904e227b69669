import { hash } from 'node:crypto'

/** Every key starts with it, so that secret scanners recognise a leaked key. */
export const KEY_PREFIX = 'pleat_'

/** A new key of 256 bits: `pleat_` and 43 characters of base64url. `randomBytes` is that of node:crypto. */
export function newKey(randomBytes: (size: number) => Uint8Array): string {
  return KEY_PREFIX + Buffer.from(randomBytes(32)).toString('base64url')
}

/** The stored form of a key: its SHA-256 in hexadecimal. 256 random bits need no salt and no slow hash. */
export function hashKey(key: string): string {
  return hash('sha256', key)
}

/** The part of a key that may be shown: its first 12 characters, which leave 220 bits unknown. */
export function previewKey(key: string): string {
  return key.slice(0, 12)
}
