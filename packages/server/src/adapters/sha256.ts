import { hash } from 'node:crypto'

/** 132 bits of SHA-256: more than anyone can find a collision in, short enough to keep by the thousand. */
const KEPT_CHARACTERS = 22

/** Of text, or of its bytes in UTF-8: the hash that the core is given and that ids are stored under. */
export function shortSha256(data: string | Uint8Array): string {
  return hash('sha256', data, 'base64url').slice(0, KEPT_CHARACTERS)
}
