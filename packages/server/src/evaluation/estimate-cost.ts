import type { PriceList } from '../money/prices.ts'
import { JUDGE_MAX_TOKENS, type Judge, type Way } from './eval-calls.ts'
import type { EvalPoint } from './eval-point.ts'
import { JUDGE_PROMPT, judgeMessage } from './judge-prompt.ts'

/** What asking would cost at list prices without any cache, in dollars. */
export interface CostEstimate {
  readonly calls: number
  readonly inputTokens: number
  /** With answers as long as the recorded ones. */
  readonly dollars: number
  /** With answers as long as they may be. */
  readonly mostDollars: number
}

export interface EstimateOptions {
  readonly ways: readonly Way[]
  readonly judge: Judge | undefined
  readonly maxTokens: number
  readonly prices: PriceList
}

/** Of an answer whose length nothing tells. */
const USUAL_ANSWER_TOKENS = 250
const USUAL_VERDICT_TOKENS = 60
/** Letters a token: few, so that the estimate is rather too high. */
const LETTERS_PER_TOKEN = 3

/** The cost of all calls, those whose answers are already kept left out by `isKept`. */
export function estimateCost(
  points: readonly EvalPoint[],
  { ways, judge, maxTokens, prices }: EstimateOptions,
  isKept: (point: EvalPoint, way: Way) => boolean,
): CostEstimate {
  const total = { calls: 0, inputTokens: 0, dollars: 0, mostDollars: 0 }
  const add = (model: string, input: number, outputs: { usual: number; most: number }) => {
    const price = prices.findAll({ model, provider: undefined })
    total.calls++
    total.inputTokens += input
    total.dollars += dollarsOf(input * price.input + outputs.usual * price.output)
    total.mostDollars += dollarsOf(input * price.input + outputs.most * price.output)
  }
  for (const point of points) {
    const usual = Math.min(maxTokens, tokensOf(point.recorded) ?? USUAL_ANSWER_TOKENS)
    for (const way of ways) {
      const input = way === 'folded' ? point.tokens.folded : point.tokens.full
      if (!isKept(point, way)) add(point.model, input, { usual, most: maxTokens })
    }
    if (!judge) continue
    // Verdicts of an earlier run are not looked for: they depend on answers that may not be there yet.
    const outputs = { usual: USUAL_VERDICT_TOKENS, most: JUDGE_MAX_TOKENS }
    const input = judgeInput(point, judge) + 2 * usual
    for (let direction = 0; direction < 2; direction++) add(judge.model, input, outputs)
  }
  return { ...total, inputTokens: Math.round(total.inputTokens) }
}

function judgeInput({ question: message, recorded, tokens }: EvalPoint, { seesConversation }: Judge): number {
  const parts = { conversation: undefined, message, recorded, answerA: '', answerB: '' }
  return tokensOf(JUDGE_PROMPT + judgeMessage(parts))! + (seesConversation ? tokens.full : 0)
}

function tokensOf(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Math.ceil(text.length / LETTERS_PER_TOKEN)
}

/** Prices are micro-dollars for a million tokens. */
function dollarsOf(sum: number): number {
  return sum / 1e12
}
