import type { TagKind } from './tag.ts'

const SECOND_SEED = 0x9747b28c

/**
 * A whole number below 2^53 that stands for a tag: two FNV hashes of its kind and text. With 100,000 tags, the chance that
 * any two meet is one in a million.
 */
export function tagKey(kind: TagKind, text: string): number {
  let first = seedOf(kind, 0x811c9dc5)
  let second = seedOf(kind, SECOND_SEED)
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    first = Math.imul(first ^ code, 0x01000193)
    second = Math.imul(second ^ (code + 0x9e37), 0x01000193)
  }
  return (first >>> 0) * 0x200000 + ((second ^ (second >>> 15)) & 0x1fffff)
}

function seedOf(kind: string, seed: number): number {
  return Math.imul(seed ^ (kind.charCodeAt(0) * 31 + kind.charCodeAt(1) * 7 + kind.length), 0x01000193)
}
