/** Pseudo-random numbers from 0 to 1 (exclusive), so that a failing test can be repeated with its seed. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000
  }
}

/** `bytes` split at up to `most` random positions. */
export function splitAtRandom(bytes: Buffer, random: () => number, most = 40): Buffer[] {
  const cuts = new Set<number>()
  for (let i = 0; i < most; i++) cuts.add(Math.floor(random() * bytes.length))
  const places = [...cuts, bytes.length].sort((a, b) => a - b)
  let start = 0
  const pieces: Buffer[] = []
  for (const end of places) {
    if (end > start) pieces.push(bytes.subarray(start, end))
    start = end
  }
  return pieces
}
