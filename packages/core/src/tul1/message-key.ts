import type { TranscriptMessage } from './transcript-message.ts'

/** A fingerprint of role and content: 128 bits of four multiplicative hashes and the length. */
export function messageKey({ role, content }: TranscriptMessage): string {
  let a = 0x9e3779b1
  let b = 0x85ebca6b
  let c = 0xc2b2ae35
  let d = 0x27d4eb2f
  for (let i = 0; i < content.length; i++) {
    const code = content.charCodeAt(i)
    a = Math.imul(a ^ code, 0x01000193)
    b = Math.imul(b + code, 0x5bd1e995) ^ (b >>> 15)
    c = Math.imul(c ^ (code + i), 0x2c1b3c6d) ^ (c >>> 13)
    d = (Math.imul(d, 31) + code) ^ (d >>> 11)
  }
  return `${role}${content.length}:${(a >>> 0).toString(36)}.${(b >>> 0).toString(36)}.${(c >>> 0).toString(36)}.${(d >>> 0).toString(36)}`
}
