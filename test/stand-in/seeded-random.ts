/** Numbers from 0 up to 1 that are the same for the same seed, so that a failing test fails again. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000
  }
}

/** `bytes` cut at up to `most` places chosen at random. */
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
