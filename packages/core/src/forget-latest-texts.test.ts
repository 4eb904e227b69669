import { expect, it } from 'vitest'
import { DEFAULT_POLICY } from './fold/policy.ts'
import { meaningOf } from './fold/source.ts'
import { createFoldState } from './fold/state.ts'
import { conversationOf, countTokens, transcript } from './fold/talk.fixture.ts'
import { forgetLatestTexts } from './forget-latest-texts.ts'

it('the meaning of the latest text is computed once, until it is forgotten', () => {
  const embedded: string[] = []
  const vectors = {
    embed(text: string) {
      embedded.push(text)
      return Int8Array.of(1)
    },
    dimensions: 1,
    similarity: () => 0,
  }
  const source = {
    transcript: transcript(conversationOf('openai-chat', [])),
    state: createFoldState(DEFAULT_POLICY.objective),
    policy: DEFAULT_POLICY,
    count: countTokens,
    vectors,
  }
  const text = 'The pump of hall 7 is due on Monday.'
  meaningOf(source, [text])
  meaningOf(source, [text])
  expect(embedded).toEqual([text])
  forgetLatestTexts()
  meaningOf(source, [text])
  expect(embedded).toEqual([text, text])
})
