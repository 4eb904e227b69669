import { describe, expect, it } from 'vitest'
import { runSteps } from '../../run-steps.ts'
import { fold } from '../fold.ts'
import { DEFAULT_POLICY } from '../policy.ts'
import { conversationOf, countTokens, transcript } from '../talk.fixture.ts'
import type { Candidate } from './candidates.ts'
import { withOwedValues } from './owed-values.ts'

const PLAIN = { order: 0, isBlock: false, isRule: false, tokens: 12, terms: [], weights: [], boost: 1 }

/** The lines added to a digest for which the first of these is chosen and all are offered. The user speaks first. */
function saidWith(lines: readonly string[], from = 0): readonly string[] {
  const messages = [...lines, 'ok'].map((content, i) => ({ role: i % 2 ? 'assistant' : 'user', content }) as const)
  const read = transcript(conversationOf('openai-chat', messages))
  const { state } = fold({ transcript: read, count: countTokens })
  // The state does not contain a talk this short.
  for (const message of lines.keys()) {
    state.turns.push(1 + (message >> 1))
    state.keys.push(read.keyOf(message))
  }
  const offered = lines.map((text, message): Candidate => {
    const isUser = message % 2 === 0
    return { ...PLAIN, message, text, isUser, speaker: isUser ? 'user' : 'assistant' }
  })
  const source = { transcript: read, state, policy: DEFAULT_POLICY, count: countTokens }
  return runSteps(withOwedValues({ ...source, vectors: undefined }, { offered, chosen: offered.slice(0, 1), from }))
    .slice(1)
    .map(({ text }) => text)
}

const BETWEEN = ['Noted.', 'the first two, yes']

describe('withOwedValues', () => {
  it.each([
    ['the deposit is 480 euros', 'Changed. The deposit is 560 euros now.', 'The deposit is 560 euros now.'],
    ['each player starts with 12 coins', 'Changed: 16 coins at the start.', 'Changed: 16 coins at the start.'],
    ['the physio says 180 steps a minute', 'From 164 that is 5 %. So 172, not 180.', 'So 172, not 180.'],
    ['wir zahlen 450 Euro Kaution', 'Verstanden. Also nicht 450, wie im Vertrag.', 'Also nicht 450, wie im Vertrag.'],
    ['Сокол: март 498', 'Исправил, не 498, а 489.', 'Исправил, не 498, а 489.'],
    [
      'Dates prévues 10, 11 et 12 juillet',
      'Donc les 17 et 18, à la place des 10, 11 et 12.',
      'Donc les 17 et 18, à la place des 10, 11 et 12.',
    ],
    ['单价是120元', '改了，不是120，按合同。', '改了，不是120，按合同。'],
    ['фенобарбитал 60 мг вечером', 'Теперь фенобарбитал 75 мг; анализ в мае.', 'Теперь фенобарбитал 75 мг;'],
  ])('adds the sentence with the newer value: %s', (first, answer, said) => {
    expect(saidWith([first, ...BETWEEN, answer])).toEqual([said])
  })

  it.each([
    ['another thing', 'the deposit is 480 euros', 'Shipping is 95 euros.'],
    ['the same value', 'the deposit is 480 euros', 'Deposit of 480 euros, noted.'],
    ['a question', 'the deposit is 480 euros', 'Is the deposit 560 euros?'],
    ['an offer', 'the deposit is 480 euros', 'Deposit, three ways: 1. 560 euros 2. 600 euros'],
    ['another thing counted in the same noun', 'each player starts with 12 coins', 'The bank keeps 90 coins.'],
  ])('does not add a sentence with %s', (_, first, answer) => {
    expect(saidWith([first, ...BETWEEN, answer])).toEqual([])
  })

  it('adds the sentence before one that only negates the value', () => {
    const [value, replaced] = ['Half each is £4,842.50.', 'That replaces the earlier £4,517.50.']
    const answer = `The price has changed. ${value} ${replaced}`
    expect(saidWith(["split two ways that's £4,517.50 each", ...BETWEEN, answer])).toEqual([value, replaced])
  })

  it('adds nothing that negates a value that no line has', () => {
    expect(saidWith(['the physio says 180 steps a minute', ...BETWEEN, 'It is a rule of thumb, not 200.'])).toEqual([])
  })

  it('adds only the newest of several values', () => {
    expect(saidWith(['rent is 48 pounds', 'So rent is 51 pounds.', 'hm', 'Then rent is 54 pounds.'])).toEqual([
      'Then rent is 54 pounds.',
    ])
  })

  it('adds nothing from earlier messages', () => {
    expect(saidWith(['rent is 48 pounds', ...BETWEEN, 'So rent is 51 pounds.'], 4)).toEqual([])
  })
})
