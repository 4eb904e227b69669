import { expect, it } from 'vitest'
import { fold } from '../fold.ts'
import { PREAMBLES } from '../record/record.ts'
import type { FoldState } from '../state.ts'
import { conversationOf, countTokens, requestsOf, transcript } from '../talk.fixture.ts'

const LONG = [
  { role: 'user', content: `Read this. ${'word '.repeat(100)}` },
  { role: 'assistant', content: 'I did.' },
]
const TALK = Array.from({ length: 8 }, (_, i) => {
  const tour = `Begin at quay ${i}, and look up at the masts. `.repeat(i % 5 ? 2 : 6)
  return [
    { role: 'user', content: `What should I see in harbour number ${i}, if I have ${i + 2} hours there?` },
    { role: 'assistant', content: `Harbour ${i} has ${i * 3 + 2} quays. ${tour}` },
  ]
}).flat()

it.each([
  ['an empty text', 120, ''],
  ['a text that says so', 170, PREAMBLES.leftOut],
])('the first lines are explained after a digest without lines, which has %s', (_what, window, text) => {
  let state: FoldState | undefined
  let explained = 0
  for (const request of requestsOf([...TALK.slice(0, 4), ...LONG, ...TALK.slice(4)])) {
    state = fold({
      transcript: transcript(conversationOf('openai-chat', request)),
      state,
      count: countTokens,
      window,
    }).state
    const place = state.digests.findIndex(({ text }) => /^\d+[UAT] /m.test(text))
    if (place < 1 || state.digests[place - 1]!.text !== text) continue
    explained++
    expect(state.digests[place]!.text).toContain(`${PREAMBLES.window}\n`)
  }
  expect(explained).toBeGreaterThan(0)
})
