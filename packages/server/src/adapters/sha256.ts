import { hash } from 'node:crypto'

/** Length of a hash: 132 bits of SHA-256, enough against collisions and short enough to keep thousands. */
const KEPT_CHARACTERS = 22

/** Hashes text, or its UTF-8 bytes. The core uses this hash, and the store contains session ids in this form. */
export function shortSha256(data: string | Uint8Array): string {
  return hash('sha256', data, 'base64url').slice(0, KEPT_CHARACTERS)
}
