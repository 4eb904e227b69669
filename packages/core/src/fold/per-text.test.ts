import { expect, it } from 'vitest'
import { perText } from './per-text.ts'
import { conversationOf, transcript } from './talk.fixture.ts'

const talk = () => transcript(conversationOf('openai-chat', [{ role: 'user', content: 'Where is the quay?' }]))

function counting() {
  const read: string[] = []
  const lengthOf = perText((text) => {
    read.push(text)
    return text.length
  })
  return { read, lengthOf }
}

it('reads a text once for each transcript that contains it', () => {
  const { read, lengthOf } = counting()
  const [first, second] = [talk(), talk()]
  expect([lengthOf(first, 'quay'), lengthOf(first, 'quay'), lengthOf(second, 'quay')]).toEqual([4, 4, 4])
  expect(read).toEqual(['quay', 'quay'])
})

it('reads texts beyond the limit of its memory each time', () => {
  const { read, lengthOf } = counting()
  const [messages, long] = [talk(), 'q'.repeat(4_000_001)]
  expect(lengthOf(messages, long)).toBe(lengthOf(messages, long))
  expect(read).toHaveLength(2)
})
