import { describe, expect, test } from 'vitest'
import type { SessionFigures } from '../proxy/holdout-port.ts'
import { compareGroups } from './compare-groups.ts'

const FOLDED_COST = 0.6
const FOLDED_LATENCY = 0.93
const SHARE = 0.2

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
function randomNumbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

/**
 * Simulates realistic sessions: their lengths vary widely, requests of one session resemble each other, and costs are skewed.
 * Folding lowers the cost of a request by 40 % and its latency by 7 %, and changes nothing else.
 */
function simulate(count: number, seed: number): SessionFigures[] {
  const random = randomNumbers(seed)
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
  return Array.from({ length: count }, () => {
    const isHeldOut = random() < SHARE
    const requests = 5 + Math.floor(-12 * Math.log(1 - random()))
    const ownCost = 900 * Math.exp(0.5 * normal())
    const ownLatency = 2500 * Math.exp(0.3 * normal())
    const sums = { inputMicroDollars: 0, latencyMs: 0, outputTokens: 0, errors: 0 }
    for (let request = 0; request < requests; request++) {
      sums.inputMicroDollars += ownCost * Math.exp(0.3 * normal()) * (isHeldOut ? 1 : FOLDED_COST)
      sums.latencyMs += ownLatency * Math.exp(0.2 * normal()) * (isHeldOut ? 1 : FOLDED_LATENCY)
      sums.outputTokens += 300 * Math.exp(0.4 * normal())
      sums.errors += random() < 0.02 ? 1 : 0
    }
    return { isHeldOut, turns: requests, requests, retries: 0, repeats: 0, inputTokens: 0, cachedTokens: 0, ...sums }
  })
}

const OPTIONS = { detectable: 0.05, holdoutShare: SHARE }

describe('a simulation with a known difference', () => {
  const runs = Array.from({ length: 500 }, (_, seed) => compareGroups(simulate(800, seed + 1), OPTIONS).measures)
  const shareOf = (holds: (run: (typeof runs)[number]) => boolean) => runs.filter(holds).length / runs.length

  test('95 % of the intervals contain the true difference', () => {
    const covers = (name: 'input_cost' | 'latency', truth: number) =>
      shareOf(({ [name]: { relative } }) => relative!.low <= truth && truth <= relative!.high)
    for (const share of [covers('input_cost', FOLDED_COST - 1), covers('latency', FOLDED_LATENCY - 1)]) {
      expect(share).toBeGreaterThan(0.925)
      expect(share).toBeLessThan(0.975)
    }
  })

  test('without a difference, one interval in twenty excludes 0', () => {
    for (const name of ['output_tokens', 'errors', 'turns'] as const) {
      const share = shareOf(({ [name]: { difference } }) => difference!.low > 0 || difference!.high < 0)
      expect(share, name).toBeGreaterThan(0.02)
      expect(share, name).toBeLessThan(0.085)
    }
  })

  test('every run detects a difference of 40 %', () => {
    expect(shareOf(({ input_cost: { relative } }) => relative!.high < 0)).toBe(1)
  })

  test('with the computed number of sessions, 4 of 5 runs detect the difference', () => {
    const detectable = 1 - FOLDED_LATENCY
    const { latency } = compareGroups(simulate(800, 4242), { ...OPTIONS, detectable }).measures
    const size = 800 + latency.sessionsStillNeeded!
    expect(size).toBeGreaterThan(800)
    const found = Array.from({ length: 120 }, (_, seed) => compareGroups(simulate(size, seed + 9000), OPTIONS).measures)
    const power = found.filter(({ latency: { relative } }) => relative!.high < 0).length / found.length
    expect(power).toBeGreaterThan(0.7)
    expect(power).toBeLessThan(0.9)
  })
})

describe('little to compare', () => {
  test('gives no estimate for a group of fewer than two sessions', () => {
    const [first] = simulate(1, 3)
    for (const sessions of [[], [first!], [first!, { ...first!, isHeldOut: !first!.isHeldOut }]]) {
      const { measures } = compareGroups(sessions, OPTIONS)
      expect(measures.latency).toMatchObject({
        difference: undefined,
        relative: undefined,
        sessionsStillNeeded: undefined,
      })
    }
  })

  test('gives no relative difference from zero, and an exact difference if nothing varies', () => {
    const base = {
      turns: 9,
      requests: 9,
      errors: 0,
      retries: 0,
      repeats: 0,
      latencyMs: 900,
      inputTokens: 90,
      cachedTokens: 0,
    }
    const session = (isHeldOut: boolean, errors: number) => ({
      ...base,
      isHeldOut,
      errors,
      outputTokens: 9,
      inputMicroDollars: isHeldOut ? 90 : 45,
    })
    const sessions = [session(true, 0), session(true, 0), session(false, 0), session(false, 0)]
    const { measures, foldedSessions, heldOutSessions } = compareGroups(sessions, OPTIONS)
    expect([foldedSessions, heldOutSessions]).toEqual([2, 2])
    expect(measures.errors).toEqual({
      folded: 0,
      heldOut: 0,
      difference: { estimate: 0, low: 0, high: 0 },
      relative: undefined,
      sessionsStillNeeded: undefined,
    })
    expect(measures.input_cost.folded).toBe(5)
    expect(measures.input_cost.relative!.estimate).toBeCloseTo(-0.5, 10)
    expect(measures.input_cost.sessionsStillNeeded).toBe(0)
  })
})
