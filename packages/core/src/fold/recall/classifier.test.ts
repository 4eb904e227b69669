import { describe, expect, it } from 'vitest'
import { RECALL_POLICY } from '../policy/recall-policy.ts'
import { questionScore, reachOf, recallShareOf } from './classifier.ts'
import type { RecallFeatures } from './features.ts'
import { RecallHabits, remember } from './habits.ts'

/** A message of an ordinary kind: a statement on the current subject. */
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

/** A question in words that only older messages contain, far from the current subject. */
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
  const habits = new RecallHabits()
  for (let i = 0; i < 20; i++) remember(habits, { habits: usual, wasRecalled: false }, RECALL_POLICY.habitRate)
  return habits
}

function scoreOf(features: RecallFeatures, habits: RecallHabits): number {
  return questionScore(features, habits, RECALL_POLICY)
}

function shareOf(features: RecallFeatures, habits: RecallHabits): number {
  return recallShareOf(scoreOf(features, habits), habits, RECALL_POLICY)
}

describe('the score of a message', () => {
  it("is high for a question that differs from the session's usual messages", () => {
    expect(shareOf(BACK, habitsOf(ORDINARY))).toBe(RECALL_POLICY.share)
    expect(shareOf(ORDINARY, habitsOf(ORDINARY))).toBe(0)
  })

  it('is lower if the question continues the current subject, however well older messages match', () => {
    const habits = habitsOf(ORDINARY)
    const score = scoreOf(BACK, habits)
    expect(scoreOf({ ...BACK, continued: 0.8, nearby: 0.6 }, habits)).toBeLessThan(score - 1)
    expect(scoreOf({ ...BACK, echoed: 0.9 }, habits)).toBeLessThan(score - 1)
    expect(scoreOf({ ...BACK, matched: 0.5, matchedInSight: 0.9 }, habits)).toBeLessThan(score - 1)
    expect(scoreOf({ ...BACK, outOfSight: 0.1 }, habits)).toBeLessThan(score - 1)
  })

  it('is lower if every message is a question', () => {
    expect(scoreOf(BACK, habitsOf(BACK))).toBeLessThan(scoreOf(BACK, habitsOf(ORDINARY)) - 3)
  })

  it('is higher if the message points back, and highest for a question', () => {
    const habits = habitsOf(ORDINARY)
    const gain = (features: RecallFeatures): number =>
      scoreOf({ ...features, pointsBack: true }, habits) - scoreOf(features, habits)
    expect(gain({ ...BACK, asking: 0 })).toBeGreaterThan(1)
    expect(gain(BACK)).toBeGreaterThan(gain({ ...BACK, asking: 0 }))
  })

  it('must be higher if recalls have become a habit', () => {
    const habits = habitsOf(ORDINARY)
    const used: RecallHabits = { ...habits, recalled: 0.4 }
    expect(recallShareOf(1.5, used, RECALL_POLICY)).toBeLessThan(recallShareOf(1.5, habits, RECALL_POLICY))
  })
})

describe('the reach of a recall', () => {
  it('grows with the need, and ends for any question at the average match', () => {
    const reaches = [0, 0.5, 1].map((sureness) => reachOf(RECALL_POLICY, sureness))
    expect(reaches).toEqual([...reaches].sort((a, b) => a - b))
    expect(reaches[0]).toBeLessThan(0)
    expect(reaches[2]).toBe(0)
  })
})
