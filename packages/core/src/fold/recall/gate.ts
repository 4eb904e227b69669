import type { Policy } from '../policy.ts'
import type { GateMemory } from './gate-memory.ts'
import type { Need } from './need.ts'

/**
 * Log-odds that the message asks for what is out of sight: of its own figures, and of how they differ from what is usual
 * in this history. The weights were fitted on chats of several kinds and rounded. What goes on with the subject at hand
 * (near in meaning, or in the words of the user's last message) is no such question, however well older messages match.
 */
export function needScore(need: Need, memory: GateMemory): number {
  const usual = memory.habits ?? need
  const own =
    -7.2 +
    3.2 * need.known +
    4.8 * need.known * need.matched -
    2.1 * Math.max(0, need.matchedInSight - need.matched) -
    2 * need.echoed -
    0.14 * need.substance +
    (need.pointsBack ? 1.7 * (1 + need.asking) : 0)
  const unusual =
    4.8 * (0.3 + need.outOfSight) * (need.asking - usual.asking) -
    3.7 * (need.known - usual.known) -
    2.5 * (need.matched - usual.matched) -
    0.36 * (need.unseen - usual.unseen) -
    3.5 * (need.continued - usual.continued) -
    3.7 * (need.nearby - usual.nearby)
  return own + unusual
}

/** Share of the history that recall may take. Where recalls become a habit, it takes more to get one. */
export function recallShareOf(score: number, memory: GateMemory, policy: Policy): number {
  const threshold = policy.gateFloor + policy.gateHabit * Math.max(0, memory.recalled - 0.05)
  const excess = (score - threshold) / policy.gateRamp
  if (excess <= 0) return 0
  return Math.min(policy.recallShare, policy.leastRecallShare + (policy.recallShare - policy.leastRecallShare) * excess)
}
