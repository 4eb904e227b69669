import { describe, expect, it } from 'vitest'
import { DEFAULT_POLICY } from '../policy.ts'
import { needScore, recallShareOf } from './gate.ts'
import { createGateMemory, type GateMemory, remember } from './gate-memory.ts'
import type { Need } from './need.ts'

/** A message of an ordinary kind: a statement on the subject at hand. */
const ORDINARY: Need = {
  asking: 0.2,
  known: 0.8,
  outOfSight: 0.4,
  unseen: 2,
  matched: 0.5,
  continued: 0.6,
  nearby: 0.5,
  pointsBack: false,
  substance: 5,
  answered: 0.2,
  matchedInSight: 0.5,
  echoed: 0.1,
}

/** A question in words that only older messages hold, far from what is being talked about. */
const BACK: Need = {
  ...ORDINARY,
  asking: 1,
  known: 1,
  outOfSight: 0.9,
  matched: 0.9,
  matchedInSight: 0.1,
  echoed: 0,
  continued: 0.4,
  nearby: 0.3,
}

function memoryOf(usual: Need): GateMemory {
  const memory = createGateMemory()
  for (let i = 0; i < 20; i++) remember(memory, usual, false)
  return memory
}

function shareOf(need: Need, memory: GateMemory): number {
  return recallShareOf(needScore(need, memory), memory, DEFAULT_POLICY)
}

describe('the need for what is out of sight', () => {
  it('is seen in a question that stands out against its session', () => {
    expect(shareOf(BACK, memoryOf(ORDINARY))).toBe(DEFAULT_POLICY.recallShare)
    expect(shareOf(ORDINARY, memoryOf(ORDINARY))).toBe(0)
  })

  it('is less where the question goes on with the subject at hand, however well older messages match', () => {
    const memory = memoryOf(ORDINARY)
    const score = needScore(BACK, memory)
    expect(needScore({ ...BACK, continued: 0.8, nearby: 0.6 }, memory)).toBeLessThan(score - 1)
    expect(needScore({ ...BACK, echoed: 0.9 }, memory)).toBeLessThan(score - 1)
    expect(needScore({ ...BACK, matched: 0.5, matchedInSight: 0.9 }, memory)).toBeLessThan(score - 1)
    expect(needScore({ ...BACK, outOfSight: 0.1 }, memory)).toBeLessThan(score - 1)
  })

  it('is less where every message is a question', () => {
    expect(needScore(BACK, memoryOf(BACK))).toBeLessThan(needScore(BACK, memoryOf(ORDINARY)) - 3)
  })

  it('is more where the message points back, most in a question', () => {
    const memory = memoryOf(ORDINARY)
    const gain = (need: Need): number => needScore({ ...need, pointsBack: true }, memory) - needScore(need, memory)
    expect(gain({ ...BACK, asking: 0 })).toBeGreaterThan(1)
    expect(gain(BACK)).toBeGreaterThan(gain({ ...BACK, asking: 0 }))
  })

  it('takes more where recalls have become a habit', () => {
    const memory = memoryOf(ORDINARY)
    const used: GateMemory = { ...memory, recalled: 0.4 }
    expect(recallShareOf(1.5, used, DEFAULT_POLICY)).toBeLessThan(recallShareOf(1.5, memory, DEFAULT_POLICY))
  })
})
