import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Figures } from './figures.ts'

/** Folder of the measuring scripts and the recorded conversations, which are not part of the repository. */
export const BENCH_FOLDER = resolve(import.meta.dirname, '../../../shared/bench')

export const hasRecordings: boolean = existsSync(resolve(BENCH_FOLDER, 'replay.mjs'))

/** Sets whose bills take minutes to measure. `check:quality` and the other worlds of the cache omit them. */
export const LONG_SETS: readonly string[] = ['beam100k', 'stackexchange_sessions']

/** Bounds of a figure: at least, or at most. */
export type Bounds = { readonly [Figure in keyof Figures]?: { readonly least?: number; readonly most?: number } }

export interface QualitySet {
  readonly name: string
  readonly title: string
  readonly isChat: boolean
  /** The part that `check:quality` measures, which would take minutes for the whole set. */
  readonly sample?: { readonly conversations?: number; readonly questions?: number }
  /** Bounds of that part's figures. */
  readonly bounds: Bounds
  /** Least shares of repeated values and lines of the next answer that are sent, in the first `conversations` or in all. */
  readonly again?: { readonly values: number; readonly lines?: number; readonly conversations?: number }
}

/** Bounds that every set has to meet, however much of it is folded. */
export const SAFETY: Bounds = {
  failed: { most: 0 },
  refused: { most: 0 },
  bodyDiffers: { most: 0 },
  problems: { most: 0 },
  savedEarly: { most: 0.03 },
  headerGap: { most: 0.02 },
}

/**
 * Floors slightly below the figures that are reached with free folds. A change may lower them only with a statement here or in
 * a decision (037, 041, 062, 071). `cost-section` contains the bounds of bills.
 */
export const SETS: readonly QualitySet[] = [
  {
    name: 'locomo',
    title: 'LoCoMo',
    isChat: true,
    sample: { questions: 60 },
    bounds: {
      savedAt10: { least: 0.4 },
      saved: { least: 0.74 },
      evidence: { least: 0.935 },
      strict: { least: 0.935 },
      answer: { least: 0.972 },
      prefix: { least: 0.92 },
    },
  },
  {
    name: 'beam100k',
    title: 'BEAM 100K',
    isChat: true,
    sample: { conversations: 5 },
    bounds: {
      savedAt10: { least: 0.675 },
      saved: { least: 0.81 },
      evidence: { least: 0.98 },
      strict: { least: 0.955 },
      prefix: { least: 0.89 },
    },
    again: { values: 0.85, lines: 0.69, conversations: 2 },
  },
  {
    name: 'tau_airline',
    title: 'tau airline',
    isChat: false,
    bounds: {
      savedHistory: { least: 0.635 },
      evidence: { least: 0.97 },
      prefix: { least: 0.903 },
    },
    again: { values: 0.95, lines: 0.7 },
  },
  {
    name: 'claude_code',
    title: 'Claude Code',
    isChat: false,
    bounds: {
      savedHistory: { least: 0.74 },
      evidence: { least: 0.872 },
      prefix: { least: 0.895 },
    },
    again: { values: 0.84, lines: 0.88 },
  },
  {
    name: 'stackexchange_sessions',
    title: 'stackexchange',
    isChat: true,
    bounds: {
      savedAt10: { least: 0.68 },
      saved: { least: 0.855 },
      prefix: { least: 0.96 },
    },
    again: { values: 0.755, conversations: 1 },
  },
  {
    name: 'oasst_sessions',
    title: 'oasst',
    isChat: true,
    bounds: {
      savedAt10: { least: 0.66 },
      savedAt15: { least: 0.61 },
      saved: { least: 0.68 },
      prefix: { least: 0.81 },
    },
  },
  {
    name: 'mtbench101_sessions',
    title: 'mtbench101',
    isChat: true,
    sample: { conversations: 10 },
    bounds: {
      savedAt10: { least: 0.57 },
      saved: { least: 0.694 },
      prefix: { least: 0.889 },
    },
    again: { values: 0.85, conversations: 8 },
  },
  { name: 'swe_agent_mit', title: 'SWE-agent', isChat: false, bounds: { savedHistory: { least: 0.61 } } },
]

export const SET_NAMES: readonly string[] = SETS.map(({ name }) => name)
