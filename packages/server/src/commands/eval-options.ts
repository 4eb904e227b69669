import type { WireFormat } from '@pleat/core'
import type { Judge, Variant } from '../evaluation/eval-calls.ts'
import { readCount } from './read-count.ts'
import { readFormat } from './read-format.ts'
import { UsageError } from './usage-error.ts'

/** The options of `eval` as text. */
export interface TypedEvalOptions {
  readonly model?: string
  readonly format?: string
  readonly judge?: string
  readonly judgeFormat?: string
  readonly judgeConversation?: boolean
  readonly questions?: string
  readonly requests: string
  readonly maxTokens: string
  readonly control?: boolean
  readonly concurrency: string
  readonly maxCost?: string
  readonly out: string
  readonly estimate?: boolean
  readonly yes?: boolean
}

/** The parsed options of `eval`. */
export interface EvalOptions {
  readonly model: string | undefined
  readonly format: WireFormat | undefined
  readonly judge: Judge | undefined
  /** The path of the file with questions. */
  readonly questions: string | undefined
  readonly requests: number
  readonly maxTokens: number
  readonly variants: readonly Variant[]
  readonly concurrency: number
  /** Highest allowed cost in dollars. */
  readonly maxCost: number | undefined
  readonly directory: string
}

/**
 * Parses the options of `eval`.
 * @throws {UsageError} that names the option and its allowed values.
 */
export function readEvalOptions(typed: TypedEvalOptions): EvalOptions {
  return {
    model: typed.model,
    format: typed.format === undefined ? undefined : readFormat(typed.format, '--format'),
    judge: readJudge(typed),
    questions: typed.questions,
    requests: readCount(typed.requests, { option: '--requests', most: 1000 }),
    maxTokens: readCount(typed.maxTokens, { option: '--max-tokens', most: 100_000 }),
    variants: typed.control ? ['full', 'folded', 'control'] : ['full', 'folded'],
    concurrency: readCount(typed.concurrency, { option: '--concurrency', most: 64 }),
    maxCost: typed.maxCost === undefined ? undefined : readDollars(typed.maxCost),
    directory: typed.out,
  }
}

function readJudge({ judge: model, judgeFormat, judgeConversation }: TypedEvalOptions): Judge | undefined {
  if (model === undefined) {
    if (judgeFormat !== undefined || judgeConversation) {
      throw new UsageError('--judge-format and --judge-conversation need --judge <model>')
    }
    return undefined
  }
  const format = judgeFormat === undefined ? guessFormat(model) : readFormat(judgeFormat, '--judge-format')
  return { model, format, seesConversation: judgeConversation === true }
}

function guessFormat(model: string): WireFormat {
  return /^claude/.test(model) ? 'anthropic-messages' : 'openai-chat'
}

function readDollars(text: string): number {
  const dollars = Number(text)
  if (/^\d{1,6}(?:\.\d{1,4})?$/.test(text) && dollars > 0) return dollars
  throw new UsageError(`--max-cost must be an amount in dollars such as 2.50, not "${text}"`)
}
