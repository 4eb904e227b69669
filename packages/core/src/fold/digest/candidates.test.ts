import { expect, it } from 'vitest'
import { fold } from '../fold.ts'
import { DEFAULT_POLICY } from '../policy.ts'
import { conversationOf, countTokens, transcript } from '../talk.fixture.ts'
import { candidatesOf } from './candidates.ts'
import { wordingRules } from './wording-rules.ts'

/** The rules among the candidates of a user's message that answers an assistant's. */
function rulesIn(content: string): readonly string[] {
  const filler = Array.from({ length: 30 }, (_, n) => [
    { role: 'user', content: `What is at quay ${n}?` },
    { role: 'assistant', content: `Quay ${n} has ${n + 3} cranes, and barges moor there. `.repeat(8) },
  ]).flat()
  const said = [
    { role: 'user', content: 'Begin.' },
    { role: 'assistant', content: 'cat RULES' },
    { role: 'user', content },
  ]
  const read = transcript(
    conversationOf('openai-chat', [...said, ...filler.slice(1), { role: 'user', content: 'Ok.' }]),
  )
  const { state } = fold({ transcript: read, count: countTokens })
  const source = { transcript: read, state, policy: DEFAULT_POLICY, count: countTokens }
  return candidatesOf(source, 2, wordingRules(source)).flatMap(({ isRule, text }) => (isRule ? text : []))
}

it('reads no rules of the user in the output of a terminal', () => {
  const file = 'The harbour is open.\nNever commit to main.'
  expect(rulesIn(file).join()).toContain('Never commit to main.')
  expect(rulesIn(`${file}\nroot@host:/app# `)).toEqual([])
})
