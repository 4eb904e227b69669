import { expect, it } from 'vitest'
import { outcomeOf } from './outcome.ts'

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
