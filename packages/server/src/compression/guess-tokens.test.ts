import { encodingOf } from '@pleat/core'
import { describe, expect, it, test } from 'vitest'
import { guessTokens, tokensAtMost } from './guess-tokens.ts'

const TEXTS = [
  ['English', 'Please move the meeting with the landlord to Thursday, and send me the new lease before that.'],
  [
    'German',
    'Bitte verschiebe das Treffen mit dem Vermieter auf Donnerstag und schick mir vorher den neuen Mietvertrag.',
  ],
  ['Russian', 'Пожалуйста, перенеси встречу с хозяином квартиры на четверг и пришли мне до этого новый договор.'],
  ['Chinese', '请把和房东的会面改到星期四，并在那之前把新的租约发给我。'],
  ['figures', '{"total":48213.75,"items":[1042,1187,2093],"paid":false,"due":"2031-04-17"}'],
]

test.each([
  [0, 0],
  [1, 1],
  [4, 1],
  [5, 2],
  [4_000_000, 1_000_000],
])('%i bytes are guessed to have %i tokens', (bytes, tokens) => {
  expect(guessTokens(bytes)).toBe(tokens)
})

describe.each(TEXTS)('a text of %s', (_, text) => {
  it('has no more tokens than the upper limit for its length', () => {
    const bytes = Buffer.byteLength(text)
    const counted = encodingOf('o200k').count(text)
    expect(counted).toBeLessThanOrEqual(tokensAtMost(bytes))
    expect(guessTokens(bytes)).toBeLessThanOrEqual(2 * counted)
  })
})
