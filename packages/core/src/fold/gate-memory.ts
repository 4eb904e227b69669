/** What the requests of this history have been like so far: a question stands out against them, not against a constant. */
export interface GateMemory {
  mean: number
  variance: number
}

export function createGateMemory(): GateMemory {
  return { mean: -3, variance: 4 }
}

const MEMORY_RATE = 0.08

export function remember(memory: GateMemory, score: number): void {
  const difference = score - memory.mean
  memory.mean += MEMORY_RATE * difference
  memory.variance = (1 - MEMORY_RATE) * (memory.variance + MEMORY_RATE * difference * difference)
}
