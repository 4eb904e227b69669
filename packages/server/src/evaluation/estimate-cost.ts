import { CacheModel } from '@pleat/core'
import { PROVIDER_NAMES } from '../config/providers.ts'
import type { PriceList } from '../money/prices.ts'
import { JUDGE_MAX_TOKENS, type Judge, type Variant } from './eval-calls.ts'
import type { EvalPoint } from './eval-point.ts'
import { JUDGE_PROMPT, judgeMessage } from './judge-prompt.ts'

/** The cost of a run at list prices, in dollars. */
export interface CostEstimate {
  readonly calls: number
  readonly inputTokens: number
  /** Cost with answers as long as the recorded ones, without a cache. */
  readonly dollars: number
  /** Cost with answers of the greatest allowed length, and with all input at its dearest price. */
  readonly mostDollars: number
}

export interface EstimateOptions {
  readonly variants: readonly Variant[]
  readonly judge: Judge | undefined
  readonly maxTokens: number
  readonly prices: PriceList
}

interface CallTokens {
  readonly input: number
  readonly output: number
}

interface CalledModel {
  readonly model: string
  /** Price of input that the body caches for an hour, relative to fresh input. Undefined if it caches none for so long. */
  readonly hourWrite?: number | undefined
}

/** Tokens of an answer of unknown length. */
const USUAL_ANSWER_TOKENS = 250
const USUAL_VERDICT_TOKENS = 60
/** A low value, so that the estimate is too high rather than too low. */
const CHARACTERS_PER_TOKEN = 3

/** The cost of all calls. Calls with a stored answer (`isKept`) cost nothing. */
export function estimateCost(
  points: readonly EvalPoint[],
  { variants, judge, maxTokens, prices }: EstimateOptions,
  isKept: (point: EvalPoint, variant: Variant) => boolean,
): CostEstimate {
  const total = { calls: 0, inputTokens: 0, dollars: 0, mostDollars: 0 }
  const add = ({ model, hourWrite = 0 }: CalledModel, usual: CallTokens, most: CallTokens) => {
    const price = prices.findAll({ model, provider: undefined })
    const dearestInput = Math.max(price.input, price.cacheWrite, hourWrite * price.input)
    total.calls++
    total.inputTokens += usual.input
    total.dollars += dollarsOf(usual.input * price.input + usual.output * price.output)
    total.mostDollars += dollarsOf(most.input * dearestInput + most.output * price.output)
  }
  for (const point of points) {
    const usual = Math.min(maxTokens, tokensOf(point.recorded) ?? USUAL_ANSWER_TOKENS)
    const called = { model: point.model, hourWrite: hourWriteOf(prices, point) }
    for (const variant of variants) {
      const input = variant === 'folded' ? point.tokens.folded : point.tokens.full
      if (!isKept(point, variant)) add(called, { input, output: usual }, { input, output: maxTokens })
    }
    if (!judge) continue
    // Stored verdicts cannot be found yet, because their keys depend on the answers.
    const input = judgeInput(point, judge)
    const usualVerdict = { input: input + 2 * usual, output: USUAL_VERDICT_TOKENS }
    const longestVerdict = { input: input + 2 * maxTokens, output: JUDGE_MAX_TOKENS }
    for (let direction = 0; direction < 2; direction++) add({ model: judge.model }, usualVerdict, longestVerdict)
  }
  return { ...total, inputTokens: Math.round(total.inputTokens) }
}

/** The dearest price of any provider. Quotation marks within a text are escaped in the body, so only a member matches. */
function hourWriteOf({ caches }: PriceList, { model, body }: EvalPoint): number | undefined {
  if (!body.includes('"ttl":"1h"')) return undefined
  return Math.max(...PROVIDER_NAMES.map((name) => new CacheModel(caches, name, model).find('write_hour') ?? 0))
}

function judgeInput({ question: message, recorded, tokens }: EvalPoint, { seesConversation }: Judge): number {
  const parts = { conversation: undefined, message, recorded, answerA: '', answerB: '' }
  return tokensOf(JUDGE_PROMPT + judgeMessage(parts))! + (seesConversation ? tokens.full : 0)
}

function tokensOf(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Math.ceil(text.length / CHARACTERS_PER_TOKEN)
}

/** Dollars of tokens times prices, which are micro-dollars per million tokens. */
function dollarsOf(sum: number): number {
  return sum / 1e12
}
