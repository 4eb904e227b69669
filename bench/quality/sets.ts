import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Figures } from './figures.ts'

/** Where the measuring scripts and the recorded conversations lie, beside the repository; not part of it. */
export const BENCH_FOLDER = resolve(import.meta.dirname, '../../../shared/bench')

export const isBenchThere: boolean = existsSync(resolve(BENCH_FOLDER, 'replay.mjs'))

/** Bounds of a figure: at least, or at most. */
export type Bounds = { readonly [Figure in keyof Figures]?: { readonly least?: number; readonly most?: number } }

export interface QualitySet {
  readonly name: string
  readonly title: string
  readonly isChat: boolean
  readonly bounds: Bounds
}

/** What must hold on every set whatever is folded. */
export const SAFETY: Bounds = {
  failed: { most: 0 },
  refused: { most: 0 },
  bodyDiffers: { most: 0 },
  problems: { most: 0 },
  savedEarly: { most: 0.03 },
  headerGap: { most: 0.02 },
}

/** Floors at what is reached, rounded down a little: a change may trade them only by saying so here. */
export const SETS: readonly QualitySet[] = [
  {
    name: 'locomo',
    title: 'LoCoMo',
    isChat: true,
    bounds: {
      savedAt10: { least: 0.63 },
      saved: { least: 0.805 },
      evidence: { least: 0.96 },
      strict: { least: 0.96 },
      answer: { least: 0.975 },
      prefix: { least: 0.92 },
      costOpenAi: { most: 0.355 },
      costAnthropic: { most: 0.3 },
    },
  },
  {
    name: 'beam100k',
    title: 'BEAM 100K',
    isChat: true,
    bounds: {
      savedAt10: { least: 0.73 },
      saved: { least: 0.82 },
      evidence: { least: 0.975 },
      strict: { least: 0.945 },
      prefix: { least: 0.93 },
      costOpenAi: { most: 0.265 },
      costAnthropic: { most: 0.275 },
    },
  },
  {
    name: 'tau_airline',
    title: 'tau airline',
    isChat: false,
    bounds: {
      savedHistory: { least: 0.76 },
      evidence: { least: 0.97 },
      prefix: { least: 0.915 },
      costOpenAi: { most: 0.785 },
      costAnthropic: { most: 0.78 },
    },
  },
  {
    name: 'claude_code',
    title: 'Claude Code',
    isChat: false,
    bounds: {
      savedHistory: { least: 0.75 },
      evidence: { least: 0.855 },
      prefix: { least: 0.895 },
      costOpenAi: { most: 0.4 },
      costAnthropic: { most: 0.42 },
    },
  },
  {
    name: 'stackexchange_sessions',
    title: 'stackexchange',
    isChat: true,
    bounds: {
      savedAt10: { least: 0.68 },
      saved: { least: 0.83 },
      prefix: { least: 0.965 },
      costOpenAi: { most: 0.195 },
      costAnthropic: { most: 0.195 },
    },
  },
  {
    name: 'oasst_sessions',
    title: 'oasst',
    isChat: true,
    bounds: {
      savedAt10: { least: 0.75 },
      savedAt15: { least: 0.77 },
      saved: { least: 0.775 },
      prefix: { least: 0.87 },
      costOpenAi: { most: 0.63 },
      costAnthropic: { most: 0.385 },
    },
  },
  {
    name: 'mtbench101_sessions',
    title: 'mtbench101',
    isChat: true,
    bounds: {
      savedAt10: { least: 0.7 },
      saved: { least: 0.79 },
      prefix: { least: 0.905 },
      costOpenAi: { most: 0.57 },
      costAnthropic: { most: 0.3 },
    },
  },
  { name: 'swe_agent_mit', title: 'SWE-agent', isChat: false, bounds: { savedHistory: { least: 0.69 } } },
]
