import { describe, expect, test } from 'vitest'
import { conversationOf } from './conversation.fixture.ts'
import { createSessionCloud, takeUnread } from './session-cloud.ts'

const said = (count: number, from = 0) => Array.from({ length: count }, (_, index) => `message ${from + index}`)

/** What is read of each of these requests: the texts and their turns. */
function readOf(requests: readonly { texts: readonly string[]; system?: string }[]): string[][] {
  const session = createSessionCloud(0)
  return requests.map(({ texts, system }) => {
    const conversation = conversationOf(texts, system)
    return takeUnread(session, conversation).map(({ message, turn }) => {
      const { content } = JSON.parse(conversation.body.slice(message.start, message.end)) as { content: string }
      return `${turn}: ${content}`
    })
  })
}

describe('a message is read once', () => {
  test('as a conversation grows, in the turn it was said in', () => {
    const [first, second, retry] = readOf([{ texts: said(3) }, { texts: said(5) }, { texts: said(5) }])
    expect(first).toEqual(['1: message 0', '1: message 1', '2: message 2'])
    expect(second).toEqual(['2: message 3', '3: message 4'])
    expect(retry).toEqual([])
  })

  test('and of a fork only what it does not share, in its own turns', () => {
    const fork = [...said(3), 'another answer', 'another question']
    const [, read, back] = readOf([{ texts: said(11) }, { texts: fork }, { texts: said(13) }])
    expect(read).toEqual(['2: another answer', '3: another question'])
    expect(back).toEqual(['6: message 11', '7: message 12'])
  })

  test('where the client cuts off the oldest, and the turns go on', () => {
    const windows = Array.from({ length: 4 }, (_, index) => ({ texts: said(5, 2 * index) }))
    expect(readOf(windows).slice(1)).toEqual([
      ['3: message 5', '4: message 6'],
      ['4: message 7', '5: message 8'],
      ['5: message 9', '6: message 10'],
    ])
  })

  test('where the client rewrites one in the middle', () => {
    const rewritten = said(9).map((text, index) => (index === 3 ? 'cleared' : text))
    expect(readOf([{ texts: said(9) }, { texts: rewritten }])[1]).toEqual(['2: cleared'])
  })

  test('whatever the system text says, which is never read', () => {
    const requests = [3, 5].map((count) => ({ texts: said(count), system: `It is ${count} o'clock.` }))
    expect(readOf(requests)[1]).toEqual(['2: message 3', '3: message 4'])
  })

  test('in conversations of any length', () => {
    const [, next, last] = readOf([{ texts: said(5001) }, { texts: said(5003) }, { texts: said(5003) }])
    expect(next).toEqual(['2501: message 5001', '2502: message 5002'])
    expect(last).toEqual([])
  })
})
