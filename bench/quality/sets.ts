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
      savedAt10: { least: 0.61 },
      saved: { least: 0.805 },
      evidence: { least: 0.95 },
      strict: { least: 0.95 },
      answer: { least: 0.97 },
      prefix: { least: 0.92 },
      costOpenAi: { most: 0.41 },
      costAnthropic: { most: 0.33 },
    },
  },
  {
    name: 'beam100k',
    title: 'BEAM 100K',
    isChat: true,
    bounds: {
      savedAt10: { least: 0.72 },
      saved: { least: 0.8 },
      evidence: { least: 0.93 },
      strict: { least: 0.91 },
      prefix: { least: 0.89 },
      costOpenAi: { most: 0.35 },
      costAnthropic: { most: 0.375 },
    },
  },
  {
    name: 'tau_airline',
    title: 'tau airline',
    isChat: false,
    bounds: {
      savedHistory: { least: 0.74 },
      evidence: { least: 0.97 },
      prefix: { least: 0.905 },
      costOpenAi: { most: 0.81 },
      costAnthropic: { most: 0.81 },
    },
  },
  {
    name: 'claude_code',
    title: 'Claude Code',
    isChat: false,
    bounds: {
      savedHistory: { least: 0.74 },
      evidence: { least: 0.835 },
      prefix: { least: 0.885 },
      costOpenAi: { most: 0.415 },
      costAnthropic: { most: 0.44 },
    },
  },
  {
    name: 'stackexchange_sessions',
    title: 'stackexchange',
    isChat: true,
    bounds: {
      savedAt10: { least: 0.75 },
      saved: { least: 0.82 },
      prefix: { least: 0.95 },
      costOpenAi: { most: 0.22 },
      costAnthropic: { most: 0.22 },
    },
  },
  {
    name: 'oasst_sessions',
    title: 'oasst',
    isChat: true,
    bounds: {
      savedAt10: { least: 0.7 },
      savedAt15: { least: 0.76 },
      saved: { least: 0.77 },
      prefix: { least: 0.85 },
      costOpenAi: { most: 0.73 },
      costAnthropic: { most: 0.43 },
    },
  },
  {
    name: 'mtbench101_sessions',
    title: 'mtbench101',
    isChat: true,
    bounds: {
      savedAt10: { least: 0.69 },
      saved: { least: 0.8 },
      prefix: { least: 0.885 },
      costOpenAi: { most: 0.79 },
      costAnthropic: { most: 0.31 },
    },
  },
  { name: 'swe_agent_mit', title: 'SWE-agent', isChat: false, bounds: { savedHistory: { least: 0.69 } } },
]
