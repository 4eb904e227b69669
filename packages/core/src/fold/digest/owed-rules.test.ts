import { expect, test } from 'vitest'
import { DEFAULT_POLICY } from '../policy.ts'
import type { Candidate } from './candidates.ts'
import { withOwedRules } from './owed-rules.ts'

const candidate = (order: number, message: number, isRule: boolean, tokens = 12): Candidate => ({
  message,
  order,
  speaker: 'user',
  text: `part ${order}`,
  isBlock: false,
  isUser: true,
  isRule,
  tokens,
  terms: [],
  weights: [],
  boost: 1,
})

/** The orders of the candidates of a digest in which only the first is chosen. */
function chosenWith(offered: readonly Candidate[]): readonly number[] {
  return withOwedRules(DEFAULT_POLICY.digest, { offered, chosen: offered.slice(0, 1) }).map(({ order }) => order)
}

test('the other rules of a message of which a part is chosen are added', () => {
  expect(chosenWith([candidate(1, 4, true), candidate(2, 4, false), candidate(3, 4, true)])).toEqual([1, 3])
})

test('the rules of a message of which nothing is chosen wait for the next digest', () => {
  expect(chosenWith([candidate(1, 4, true), candidate(2, 6, true)])).toEqual([1])
})

test('the added rules have a limit of tokens', () => {
  const most = DEFAULT_POLICY.digest.owedRuleTokens
  expect(chosenWith([candidate(1, 4, true), candidate(2, 4, true, most + 1), candidate(3, 4, true, most)])).toEqual([
    1, 3,
  ])
})
