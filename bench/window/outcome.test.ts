import { expect, it } from 'vitest'
import { failureOf, outcomeOf } from './outcome.ts'

const FITS = [{ role: 'user', content: 'How long is the crane?' }]
const TOO_LONG = [{ role: 'user', content: 'The crane is long. '.repeat(2000) }]

it.each([
  { status: 200, isRefused: false, sent: TOO_LONG, outcome: 'answered' },
  { status: 400, isRefused: true, sent: TOO_LONG, outcome: 'newestTooLong' },
  { status: 400, isRefused: true, sent: FITS, outcome: 'failed' },
  { status: 400, isRefused: false, sent: TOO_LONG, outcome: 'failed' },
  { status: 500, isRefused: true, sent: TOO_LONG, outcome: 'failed' },
  { status: 502, isRefused: false, sent: TOO_LONG, outcome: 'failed' },
])(
  'status $status of a request, refused by the provider: $isRefused, counts as $outcome',
  ({ sent, outcome, ...answered }) => {
    expect(outcomeOf(answered, sent, 2048)).toBe(outcome)
  },
)

const row = { requests: 5, tight: 0, newestTooLong: 1, refused: 0 }

it.each([
  ['succeeds if a request was folded to fit its window', [row, { ...row, tight: 2 }], undefined],
  [
    'fails if a request failed',
    [
      { ...row, tight: 2 },
      { ...row, refused: 1 },
    ],
    '1 of 10 requests failed.',
  ],
  ['fails if no request was folded to fit', [row, row], expect.stringMatching(/^None of 10 requests/)],
  ['fails if no request was sent', [], expect.stringMatching(/^None of 0 requests/)],
])('%s', (_title, rows, failure) => {
  expect(failureOf(rows)).toEqual(failure)
})
