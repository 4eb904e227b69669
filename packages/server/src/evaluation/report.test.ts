import { expect, test } from 'vitest'
import { createPriceList } from '../money/prices.ts'
import { reportOf } from './report.ts'
import { scoreAnswers } from './score.ts'

test('failed requests and transcripts without a request have separate headings', () => {
  const report = reportOf(scoreAnswers([], createPriceList()), {
    models: ['gpt-4o'],
    judge: undefined,
    maxTokens: 100,
    dollars: 0,
    failures: new Map([['400 invalid_request_error', 2]]),
    notes: ['short.json: the fold changes none of its requests'],
    at: new Date(0),
  })
  expect(report).toContain('## Failed requests\n\n- 2 x 400 invalid_request_error\n')
  expect(report).toContain('## Not asked\n\n- short.json: the fold changes none of its requests\n')
})
