import { describe, expect, test } from 'vitest'
import { createPriceList } from '../money/prices.ts'
import type { EvalPoint } from './eval-point.ts'
import { reportOf } from './report.ts'
import type { AskedPoint, Verdict } from './run-calls.ts'
import { scoreAnswers } from './score.ts'

const prices = createPriceList()
const usage = (inputTokens: number) => ({ inputTokens, cachedTokens: 0, cacheWriteTokens: 0, outputTokens: 10 })

function asked(
  transcript: string,
  facts: readonly string[],
  answers: { full: string; folded: string; verdict?: Verdict },
): AskedPoint {
  const point: EvalPoint = {
    transcript,
    turn: 9,
    format: 'openai-chat',
    model: 'gpt-4o',
    body: '{}',
    question: 'Which?',
    recorded: undefined,
    facts: facts.map((fact) => [fact]),
    tokens: { full: 1000, folded: 400 },
  }
  const { full, folded, verdict } = answers
  return {
    point,
    answers: { full: { text: full, usage: usage(1000) }, folded: { text: folded, usage: usage(400) } },
    verdict,
  }
}

describe('the score', () => {
  const both = { full: 'It is 4821.', folded: 'It is 4821.', verdict: 'same' as const }
  const lost = { full: 'It is 4821.', folded: 'I do not know.', verdict: 'full' as const }
  const found = { full: 'Unknown.', folded: 'It was 4821.', verdict: 'folded' as const }

  test('counts facts in full and folded answers, and the preferences of the judge', () => {
    const score = scoreAnswers(
      [asked('a', ['4821'], both), asked('a', ['4821'], lost), asked('b', ['4821'], both)],
      prices,
    )
    expect(score).toMatchObject({ points: 3, transcripts: 2, unit: 'requests' })
    expect(score.facts).toEqual({ full: { found: 3, of: 3 }, folded: { found: 2, of: 3 } })
    expect(score.verdicts).toEqual({ folded: 0, full: 1, same: 2, split: 0, unreadable: 0 })
    expect(score.factDifference!.estimate).toBeCloseTo(-1 / 3, 10)
    expect(score.preference!.estimate).toBeCloseTo(-1 / 3, 10)
    expect(score.inputTokens).toEqual({ full: 3000, folded: 1200 })
    expect(score.byTranscript.map(({ transcript, points }) => [transcript, points])).toEqual([
      ['a', 2],
      ['b', 1],
    ])
  })

  test('has an interval around zero if as many facts are lost as found', () => {
    const { factDifference } = scoreAnswers(
      Array.from({ length: 40 }, (_, index) => asked('a', ['4821'], index % 2 ? lost : found)),
      prices,
    )
    expect(factDifference!.estimate).toBe(0)
    expect(factDifference!.low).toBeLessThan(-0.2)
    expect(factDifference!.high).toBeGreaterThan(0.2)
  })

  test('has intervals over transcripts if there are enough of them', () => {
    const transcripts = Array.from({ length: 10 }, (_, index) => String(index))
    const points = transcripts.flatMap((name, index) =>
      Array.from({ length: 9 }, () => asked(name, ['4821'], index ? both : lost)),
    )
    const { unit, factDifference } = scoreAnswers(points, prices)
    expect(unit).toBe('transcripts')
    // One of ten transcripts lost everything: ten observations, not ninety.
    expect(factDifference!.estimate).toBeCloseTo(-0.1, 10)
    expect(factDifference!.high).toBeGreaterThan(0)
  })

  test('has no intervals without facts and verdicts', () => {
    const score = scoreAnswers(
      [asked('a', [], { full: 'x', folded: 'y' }), asked('a', [], { full: 'x', folded: 'y' })],
      prices,
    )
    expect([score.factDifference, score.preference]).toEqual([undefined, undefined])
    const run = {
      models: ['gpt-4o'],
      judge: undefined,
      maxTokens: 9,
      dollars: 0,
      failures: new Map(),
      notes: [],
      at: new Date(0),
    }
    const report = reportOf(score, run)
    expect(report).toContain('No request had facts to compare.')
    expect(report).not.toContain('## Judge')
  })
})
