import { shortHash } from './prefix-hashes.ts'

/** True if compression is disabled for the conversation with these prefix hashes. Empty `heads`: for all of them. */
export function isDisabledFor(hashes: readonly string[], heads: readonly string[]): boolean {
  return heads.length === 0 || hashes.some((hash) => heads.includes(shortHash(hash)))
}
