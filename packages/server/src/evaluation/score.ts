import { estimateRatio, type Interval, intervalOf, type Observation } from '../experiment/statistics.ts'
import { billFor } from '../money/bill.ts'
import type { PriceList } from '../money/prices.ts'
import type { KeptAnswer } from './answers-file.ts'
import type { Variant } from './eval-calls.ts'
import type { Fact } from './eval-point.ts'
import { holds } from './exact-values.ts'
import type { AskedPoint, Verdict } from './run-calls.ts'

/** Facts found in the answers of one variant. */
export interface FoundFacts {
  readonly found: number
  readonly of: number
}

export interface Score {
  readonly points: number
  readonly transcripts: number
  /** The unit of the intervals: transcripts if there are enough, else requests. */
  readonly unit: 'transcripts' | 'requests'
  readonly facts: Readonly<Partial<Record<Variant, FoundFacts>>>
  /** Share of facts in folded answers minus that in full ones; undefined with too few facts. */
  readonly factDifference: Interval | undefined
  /** The same difference for the control answers. */
  readonly controlDifference: Interval | undefined
  readonly verdicts: Readonly<Record<Verdict, number>>
  /** Share of judged requests with the folded answer preferred, minus the share with the full one. */
  readonly preference: Interval | undefined
  /** Input tokens by the provider's count, of points with usage for both histories. */
  readonly inputTokens: { readonly full: number; readonly folded: number }
  readonly dollars: { readonly full: number; readonly folded: number }
  readonly byTranscript: readonly TranscriptScore[]
}

export interface TranscriptScore {
  readonly transcript: string
  readonly points: number
  readonly facts: Readonly<Record<'full' | 'folded', FoundFacts>>
  readonly verdicts: Readonly<Record<Verdict, number>>
}

/** Fewest transcripts for intervals over transcripts. With fewer, such an interval would be too wide. */
const LEAST_TRANSCRIPTS = 8

/** Scores the answers by exact facts and by the judge's preferences. */
export function scoreAnswers(asked: readonly AskedPoint[], prices: PriceList): Score {
  const names = [...new Set(asked.map(({ point }) => point.transcript))]
  const unit = names.length >= LEAST_TRANSCRIPTS ? 'transcripts' : 'requests'
  const interval = (observe: (point: AskedPoint) => Observation) => intervalOver(asked, { unit, observe })
  const bills = asked.filter(({ answers: { full, folded } }) => full.usage && folded.usage)
  const sumOf = (variant: 'full' | 'folded', count: (answer: KeptAnswer, model: string) => number) =>
    bills.reduce((sum, { answers, point }) => sum + count(answers[variant], point.model), 0)
  const inputOf = ({ usage }: KeptAnswer) => usage?.inputTokens ?? 0
  const dollarsOf = ({ usage }: KeptAnswer, model: string) => dollarsFor(prices, model, usage)
  const hasControl = asked.some(({ answers }) => answers.control)
  return {
    points: asked.length,
    transcripts: names.length,
    unit,
    facts: {
      full: foundIn(asked, 'full'),
      folded: foundIn(asked, 'folded'),
      ...(hasControl && { control: foundIn(asked, 'control') }),
    },
    factDifference: interval((point) => factObservation(point, 'folded')),
    controlDifference: hasControl ? interval((point) => factObservation(point, 'control')) : undefined,
    verdicts: verdictsOf(asked),
    preference: interval(preferenceObservation),
    inputTokens: { full: sumOf('full', inputOf), folded: sumOf('folded', inputOf) },
    dollars: { full: sumOf('full', dollarsOf), folded: sumOf('folded', dollarsOf) },
    byTranscript: names.map((transcript) => {
      const own = asked.filter(({ point }) => point.transcript === transcript)
      const facts = { full: foundIn(own, 'full'), folded: foundIn(own, 'folded') }
      return { transcript, points: own.length, facts, verdicts: verdictsOf(own) }
    }),
  }
}

/** Cost of a request by the price table, in dollars. A dollar has 100 million micro-cents. */
export function dollarsFor(prices: PriceList, model: string, usage: KeptAnswer['usage']): number {
  return usage ? billFor(usage, prices.findAll({ model, provider: undefined })) / 1e8 : 0
}

function foundIn(asked: readonly AskedPoint[], variant: Variant): FoundFacts {
  let found = 0
  let of = 0
  for (const { point, answers } of asked) {
    const answer = answers[variant]
    if (!answer) continue
    found += countFound(answer.text, point.facts)
    of += point.facts.length
  }
  return { found, of }
}

function countFound(text: string, facts: readonly Fact[]): number {
  return facts.filter((wordings) => wordings.some((wording) => holds(text, wording))).length
}

function factObservation({ point: { facts }, answers }: AskedPoint, variant: 'folded' | 'control'): Observation {
  const answer = answers[variant]
  const value = answer ? countFound(answer.text, facts) - countFound(answers.full.text, facts) : 0
  return { value, per: answer ? facts.length : 0 }
}

function preferenceObservation({ verdict }: AskedPoint): Observation {
  const isRead = verdict !== undefined && verdict !== 'unreadable'
  return { value: verdict === 'folded' ? 1 : verdict === 'full' ? -1 : 0, per: isRead ? 1 : 0 }
}

function verdictsOf(asked: readonly AskedPoint[]): Readonly<Record<Verdict, number>> {
  const counts = { folded: 0, full: 0, same: 0, split: 0, unreadable: 0 }
  for (const { verdict } of asked) if (verdict) counts[verdict]++
  return counts
}

/** An interval over clusters. Requests of one transcript resemble each other, so they form one cluster if possible. */
function intervalOver(
  asked: readonly AskedPoint[],
  { unit, observe }: { unit: Score['unit']; observe(point: AskedPoint): Observation },
): Interval | undefined {
  const clusters = new Map<string, Observation>()
  for (const [index, point] of asked.entries()) {
    const key = unit === 'transcripts' ? point.point.transcript : String(index)
    const { value, per } = observe(point)
    const before = clusters.get(key) ?? { value: 0, per: 0 }
    if (per > 0) clusters.set(key, { value: before.value + value, per: before.per + per })
  }
  const estimate = estimateRatio([...clusters.values()])
  return estimate && intervalOf(estimate)
}
