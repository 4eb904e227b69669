import { describe, expect, it } from 'vitest'
import { appendMessage } from '../append-message.ts'
import { DEFAULT_POLICY } from '../policy.ts'
import type { Source } from '../source.ts'
import { createFoldState } from '../state.ts'
import { conversationOf, countTokens, transcript } from '../talk.fixture.ts'
import { featuresOf, type RecallFeatures } from './features.ts'
import { queryOf } from './query.ts'

const FAR = 'The spare key of the boathouse hangs behind the tide calendar.'
const NEAR = 'Sourdough rises slowly when the kitchen is cold.'

/** The features of a message after an old message, many others, and a newest one. */
function featuresFor(question: string): RecallFeatures {
  const filler = Array.from({ length: 10 }, (_, i) => ({
    role: i % 2 ? ('user' as const) : ('assistant' as const),
    content: `Bread of kind ${i} wants patience and flour.`,
  }))
  const messages = [{ role: 'user' as const, content: FAR }, ...filler, { role: 'user' as const, content: NEAR }]
  const source: Source = {
    transcript: transcript(conversationOf('openai-chat', messages)),
    state: createFoldState('tokens'),
    policy: DEFAULT_POLICY,
    count: countTokens,
  }
  for (let i = 0; i < messages.length; i++) appendMessage(source, i)
  source.state.boundary = messages.length
  return featuresOf(source, queryOf(source, question))
}

describe('the information of a message', () => {
  it('is out of sight if only old messages contain its words', () => {
    const features = featuresFor('Where does the boathouse key hang?')
    expect(features.outOfSight).toBe(1)
    expect(features.matched).toBeGreaterThan(0.5)
    expect(features.matchedInSight).toBe(0)
    expect(features.echoed).toBe(0)
  })

  it('is in sight if the newest messages contain its words, although these messages may be folded', () => {
    const features = featuresFor('Why does sourdough rise slowly when the kitchen is cold?')
    expect(features.outOfSight).toBe(0)
    expect(features.matched).toBe(0)
    expect(features.matchedInSight).toBeGreaterThan(0.5)
    expect(features.echoed).toBe(features.matchedInSight)
  })

  it('is compared with other messages by its words alone without a table of meanings', () => {
    expect(featuresFor('Where does the boathouse key hang?')).toMatchObject({ continued: 0, nearby: 0 })
  })
})
