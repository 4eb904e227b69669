import { DEFAULT_POLICY, type Policy } from '@pleat/core'
import { createOurs } from './ours.ts'
import type { Recording } from './recordings.ts'
import type { Scoring } from './scoring.ts'
import { type Method, replayInProcess } from './twin.ts'

/** Factors on the shares of the default policy, which give the budgets of the plot. All other measurements use 1. */
export const SCALES = [0.35, 0.5, 0.7, 1, 1.4, 2] as const

/** One method at one budget, measured at questions. */
export interface SweepPoint {
  readonly scale: number
  /** Share of the tokens of a question's request that is sent. */
  readonly kept: number
  readonly evidence: number
}

/** One method over the budgets, smallest first. */
export interface Curve {
  readonly name: string
  readonly title: string
  readonly points: readonly SweepPoint[]
}

/**
 * Measures every method at every budget. The baselines may send as many tokens of a request as Pleat at the same scale.
 */
export async function sweepBudgets(
  recordings: readonly Recording[],
  baselines: readonly Method[],
  options: { readonly scoring: Scoring; onScale?(scale: number): void },
): Promise<readonly Curve[]> {
  const curves: (Curve & { readonly points: SweepPoint[] })[] = []
  for (const scale of SCALES) {
    options.onScale?.(scale)
    const methods = [createOurs(scaledPolicy(DEFAULT_POLICY, scale)), ...baselines]
    const measured = await replayInProcess(recordings, methods, { scoring: options.scoring, onlyQuestions: true })
    for (const [place, { name, title }] of methods.entries()) {
      curves[place] ??= { name, title, points: [] }
      const { savedAtQuestions, evidence } = measured[place]!
      if (savedAtQuestions === null || evidence === null) continue
      curves[place].points.push({ scale, kept: Number((1 - savedAtQuestions).toFixed(4)), evidence })
    }
  }
  return curves
}

/** Fields of a policy that are token budgets of a chat, and scale with the budget. */
const BUDGETS = ['digestShare', 'digestTurns', 'tailTurns', 'tailShare'] as const
const RECALL_BUDGETS = ['totalShare', 'share'] as const

/** The policy with its budgets for chats multiplied by `scale`. */
export function scaledPolicy(policy: Policy, scale: number): Policy {
  const recall = { ...policy.recall, ...scaled(policy.recall, RECALL_BUDGETS, scale) }
  return { ...policy, ...scaled(policy, BUDGETS, scale), recall }
}

function scaled<Name extends string>(budgets: Record<Name, number>, names: readonly Name[], scale: number) {
  return Object.fromEntries(names.map((name) => [name, Math.min(1, budgets[name] * scale)]))
}
