import { describe, expect, it } from 'vitest'
import { fold } from '../fold.ts'
import { DEFAULT_POLICY } from '../policy.ts'
import { conversationOf, countTokens, transcript, type WireMessage } from '../talk.fixture.ts'
import { owedRetractions } from './owed-retractions.ts'

interface Line {
  readonly message: number
  readonly order: number
  readonly speaker: 'user' | 'assistant'
  readonly text: string
  readonly isRetraction: boolean
}

const line = (order: number, more: Partial<Line> = {}): Line => ({
  message: 4,
  order,
  speaker: 'assistant',
  text: `line ${order}`,
  isRetraction: false,
  ...more,
})

/** The orders of the added lines. */
function ordersOf(offered: readonly Line[], chosen: readonly Line[] = []): readonly number[] {
  const read = transcript(conversationOf('openai-chat', [{ role: 'user', content: 'hello' }]))
  const { state } = fold({ transcript: read, count: countTokens })
  const source = { transcript: read, state, policy: DEFAULT_POLICY, count: countTokens }
  return owedRetractions(source, { offered, chosen }).map(({ order }) => order)
}

describe('owedRetractions', () => {
  const retraction = line(1, { isRetraction: true })

  it('adds a retraction and the next two sentences of its message', () => {
    expect(ordersOf([line(0), retraction, line(2), line(3), line(4)])).toEqual([1, 2, 3])
  })

  it('adds only the sentences that are not chosen yet', () => {
    const second = line(2)
    expect(ordersOf([retraction, second, line(3)], [retraction, second])).toEqual([3])
  })

  it('adds nothing of another message or after a gap', () => {
    expect(ordersOf([retraction, line(3), line(0, { message: 5 })])).toEqual([1])
  })

  it('adds nothing of the user, whose changes have their own room', () => {
    expect(ordersOf([line(1, { isRetraction: true, speaker: 'user' }), line(2, { speaker: 'user' })])).toEqual([])
  })

  it('adds sentences up to the limit of a digest', () => {
    const long = 'The dock opens at six on weekdays. '.repeat(DEFAULT_POLICY.digest.owedRetractionTokens)
    expect(ordersOf([retraction, line(2), line(3, { text: long })])).toEqual([1, 2])
  })
})

/** A talk in which the answer about the ferry takes an earlier one back, before many other questions. */
function ferryTalk(): WireMessage[] {
  const topics = ['rye bread', 'oak joinery', 'tide tables', 'bicycle gears', 'watercolours', 'beehive frames']
  const owners = [
    'Ronja Stahl',
    'Ivar Lund',
    'Mira Holt',
    'Olle Berg',
    'Tove Dahl',
    'Nils Frost',
    'Sanna Ek',
    'Per Vik',
  ]
  const pitches = owners
    .map((owner, i) => `The camp of ${owner} has ${14 + 3 * i} pitches at ${22 + i} euros a night`)
    .join('. ')
  return [
    { role: 'user', content: 'Do I need a booking for the Vessby ferry?' },
    { role: 'assistant', content: 'Yes, a booking is compulsory, also on foot.' },
    { role: 'user', content: 'ok. and what should I pack for a week in a tent?' },
    {
      role: 'assistant',
      content: `${pitches}. By the way, I gave you the wrong rule about the ferry. Foot passengers walk on without one, cars queue in lane four.`,
    },
    ...topics.flatMap((topic, i): WireMessage[] => [
      { role: 'user', content: `Tell me about ${topic}, part ${i}, with an example.` },
      { role: 'assistant', content: `On ${topic}: begin slowly. ${`Who knows ${topic} compares notes. `.repeat(9)}` },
    ]),
    { role: 'user', content: 'thanks' },
  ]
}

it('a digest contains the retraction of an answer and the statement that replaces the old one', () => {
  const { edits } = fold({ transcript: transcript(conversationOf('openai-chat', ferryTalk())), count: countTokens })
  const digests = edits.flatMap((edit) => (edit.kind === 'fold' ? edit.digests.map(({ text }) => text) : [])).join('\n')
  expect(digests).toContain('wrong rule about')
  expect(digests).toMatch(/Foot passengers walk on without/)
})
