import { describe, expect, it } from 'vitest'
import { DEFAULT_POLICY } from '../policy.ts'
import { questionScore, recallShareOf } from './classifier.ts'
import type { RecallFeatures } from './features.ts'
import { createRecallHabits, type RecallHabits, remember } from './habits.ts'

/** A message of an ordinary kind: a statement on the subject at hand. */
const ORDINARY: RecallFeatures = {
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
const BACK: RecallFeatures = {
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

function habitsOf(usual: RecallFeatures): RecallHabits {
  const habits = createRecallHabits()
  for (let i = 0; i < 20; i++) remember(habits, usual, false)
  return habits
}

function shareOf(features: RecallFeatures, habits: RecallHabits): number {
  return recallShareOf(questionScore(features, habits), habits, DEFAULT_POLICY)
}

describe('the need for what is out of sight', () => {
  it('is seen in a question that stands out against its session', () => {
    expect(shareOf(BACK, habitsOf(ORDINARY))).toBe(DEFAULT_POLICY.recallShare)
    expect(shareOf(ORDINARY, habitsOf(ORDINARY))).toBe(0)
  })

  it('is less where the question goes on with the subject at hand, however well older messages match', () => {
    const habits = habitsOf(ORDINARY)
    const score = questionScore(BACK, habits)
    expect(questionScore({ ...BACK, continued: 0.8, nearby: 0.6 }, habits)).toBeLessThan(score - 1)
    expect(questionScore({ ...BACK, echoed: 0.9 }, habits)).toBeLessThan(score - 1)
    expect(questionScore({ ...BACK, matched: 0.5, matchedInSight: 0.9 }, habits)).toBeLessThan(score - 1)
    expect(questionScore({ ...BACK, outOfSight: 0.1 }, habits)).toBeLessThan(score - 1)
  })

  it('is less where every message is a question', () => {
    expect(questionScore(BACK, habitsOf(BACK))).toBeLessThan(questionScore(BACK, habitsOf(ORDINARY)) - 3)
  })

  it('is more where the message points back, most in a question', () => {
    const habits = habitsOf(ORDINARY)
    const gain = (features: RecallFeatures): number =>
      questionScore({ ...features, pointsBack: true }, habits) - questionScore(features, habits)
    expect(gain({ ...BACK, asking: 0 })).toBeGreaterThan(1)
    expect(gain(BACK)).toBeGreaterThan(gain({ ...BACK, asking: 0 }))
  })

  it('takes more where recalls have become a habit', () => {
    const habits = habitsOf(ORDINARY)
    const used: RecallHabits = { ...habits, recalled: 0.4 }
    expect(recallShareOf(1.5, used, DEFAULT_POLICY)).toBeLessThan(recallShareOf(1.5, habits, DEFAULT_POLICY))
  })
})
