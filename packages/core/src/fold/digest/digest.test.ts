import { describe, expect, it } from 'vitest'
import { runSteps } from '../../run-steps.ts'
import { fold } from '../fold.ts'
import { DEFAULT_POLICY } from '../policy.ts'
import { isInDigest } from '../recall/in-digest.ts'
import type { FoldState } from '../state.ts'
import { conversationOf, countTokens, transcript, type WireMessage } from '../talk.fixture.ts'
import { composeDigest } from './digest.ts'

const TOPICS = ['tide tables', 'oak joinery', 'rye bread', 'bicycle gears', 'watercolours', 'beehive frames']
const OFFER = [
  'Five ways:',
  '1. Kiln-dried oak boards from Hallgarten, 640 euros',
  '2. Larch planks from the sawmill in Brixen, 410 euros',
  '3. Reclaimed pine from the old barn in Mals, 280 euros',
  '4. Bamboo panels from a trader in Rotterdam, 350 euros',
  '5. Ash veneer from the joiner Pattberg, 520 euros',
].join('\n')

function fillers(count: number): WireMessage[] {
  return Array.from({ length: count }, (_, i): WireMessage[] => {
    const topic = TOPICS[i % 6]!
    const notes = `Who knows ${topic} compares notes with friends. `.repeat(9)
    return [
      { role: 'user', content: `Tell me something about ${topic}, part ${i}, with an example.` },
      { role: 'assistant', content: `On ${topic}: write down result ${i}. ${notes}` },
    ]
  }).flat()
}

function folded(messages: readonly WireMessage[]) {
  const read = transcript(conversationOf('openai-chat', messages))
  const { state } = fold({ transcript: read, count: countTokens })
  return { transcript: read, state, policy: DEFAULT_POLICY, count: countTokens }
}

/** The messages that a digest of these two contains as a whole. Nothing was folded before. */
function wholeIn(content: string, answer: string, change?: (state: FoldState) => void): readonly number[] {
  const messages = [
    { role: 'user', content },
    { role: 'assistant', content: answer },
    { role: 'user', content: 'The pump was repaired by Okonkwo on 3 May.' },
    { role: 'assistant', content: 'Noted.' },
    { role: 'user', content: 'ok' },
  ]
  const source = folded(messages)
  for (const [i, { role, content: text }] of messages.entries()) {
    source.state.keys[i] = source.transcript.keyOf(i)
    source.state.roles[i] = role as 'user'
    source.state.tokens[i] = countTokens(text) + 4
  }
  change?.(source.state)
  return runSteps(composeDigest(source, { from: change ? 2 : 0, to: 4 }, { tokens: 1000, forUser: 200 }))?.whole ?? []
}

const DETAILS = Array.from({ length: 12 }, (_, i) => `Valve ${i} in hall ${i + 20} is closed at ${i}:45 by Yusuf.`)

describe('a digest', () => {
  it('does not contain the options that the user did not choose', () => {
    const talk = [
      ...fillers(4),
      { role: 'user', content: 'Which boards for the terrace?' },
      { role: 'assistant', content: OFFER },
      { role: 'user', content: 'the second one' },
      { role: 'assistant', content: 'Good, larch it is.' },
      ...fillers(14),
      { role: 'user', content: 'And now?' },
    ]
    const source = folded(talk)
    expect(isInDigest(source, 9, '2. Larch planks from the sawmill in Brixen, 410 euros')).toBe(true)
    expect(isInDigest(source, 9, '4. Bamboo panels from a trader in Rotterdam, 350 euros')).toBe(false)
  })

  it('contains a message as a whole if all of its sentences fit', () => {
    expect(wholeIn(DETAILS.join(' '), DETAILS.join(' '))).toEqual([0, 1, 2, 3])
  })

  it('does not contain an answer as a whole of which it omits a short sentence', () => {
    expect(wholeIn(DETAILS.join(' '), `${DETAILS.join(' ')} Ask Mara.`)).not.toContain(1)
  })

  it('does not contain a message as a whole of which only a rule was offered', () => {
    const said = `${DETAILS.join(' ')} Never open a valve without my approval.`
    const whole = wholeIn(said, 'Fine.', (state) => {
      state.waiting.push({ item: { message: 0, isRule: true } } as FoldState['waiting'][number])
    })
    expect(whole).not.toContain(0)
  })
})
