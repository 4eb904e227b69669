/**
 * Cached merge results of short pieces. Words that are no token recur, and merging one takes longer than a dozen
 * tokens.
 */
export interface PieceMemo {
  /** The tokens of the first `length` bytes, whose hash is `hash`. 0 if they are unknown. */
  find(bytes: Uint8Array, length: number, hash: number): number
  /** Stores that they merge to `tokens`. Does nothing if they are too long. */
  keep(bytes: Uint8Array, length: number, entry: { readonly hash: number; readonly tokens: number }): void
}

const ENTRY_BITS = 11
const ENTRY_BYTES = 32
const SLOT_FACTOR = 0x9e3779b1 | 0

/** A cache with one entry per slot of the hash. A new entry replaces the old one. */
export function createPieceMemo(): PieceMemo {
  const hashes = new Int32Array(1 << ENTRY_BITS)
  const lengths = new Uint8Array(1 << ENTRY_BITS)
  const counts = new Uint8Array(1 << ENTRY_BITS)
  const kept = new Uint8Array(ENTRY_BYTES << ENTRY_BITS)

  return {
    find(bytes, length, hash) {
      const slot = slotOf(hash)
      if (hashes[slot] !== hash || lengths[slot] !== length) return 0
      const from = slot * ENTRY_BYTES
      for (let at = 0; at < length; at++) if (kept[from + at] !== bytes[at]) return 0
      return counts[slot]!
    },
    keep(bytes, length, { hash, tokens }) {
      if (length > ENTRY_BYTES) return
      const slot = slotOf(hash)
      hashes[slot] = hash
      lengths[slot] = length
      counts[slot] = tokens
      const from = slot * ENTRY_BYTES
      for (let at = 0; at < length; at++) kept[from + at] = bytes[at]!
    },
  }
}

function slotOf(hash: number): number {
  return Math.imul(hash, SLOT_FACTOR) >>> (32 - ENTRY_BITS)
}
