import { expect, it } from 'vitest'
import { conversationOf, transcript } from './talk.fixture.ts'
import { perMessage, saidIn } from './transcript.ts'

const talk = () => transcript(conversationOf('openai-chat', [{ role: 'user', content: 'Where is the quay?' }]))

it.each([
  ['a value', 'quay', 'quay'],
  ['undefined', 'pier', undefined],
])('perMessage reads a message of which it returns %s once for each transcript', (_what, word, value) => {
  let reads = 0
  const wordIn = perMessage((transcript, index) => {
    reads++
    return saidIn(transcript, index).includes(word) ? word : undefined
  })
  const [first, second] = [talk(), talk()]
  expect([wordIn(first, 0), wordIn(first, 0), wordIn(second, 0)]).toEqual([value, value, value])
  expect(reads).toBe(2)
})
