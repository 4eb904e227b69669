import { describe, expect, it } from 'vitest'
import { consume } from '../consume.ts'
import { DEFAULT_POLICY } from '../policy.ts'
import type { Source } from '../source.ts'
import { createFoldState } from '../state.ts'
import { conversationOf, countTokens, transcript } from '../talk.fixture.ts'
import { askedOf } from './asked.ts'
import { type Need, needOf } from './need.ts'

const FAR = 'The spare key of the boathouse hangs behind the tide calendar.'
const NEAR = 'Sourdough rises slowly when the kitchen is cold.'

/** The need of a message after one said long ago, much in between, and one said last. */
function needFor(question: string): Need {
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
  for (let i = 0; i < messages.length; i++) consume(source, i)
  source.state.boundary = messages.length
  return needOf(source, askedOf(source, question))
}

describe('what a message asks for', () => {
  it('is out of sight when only old messages hold its words', () => {
    const need = needFor('Where does the boathouse key hang?')
    expect(need.outOfSight).toBe(1)
    expect(need.matched).toBeGreaterThan(0.5)
    expect(need.matchedInSight).toBe(0)
    expect(need.echoed).toBe(0)
  })

  it('is in sight when the newest messages hold them, although they may be folded', () => {
    const need = needFor('Why does sourdough rise slowly when the kitchen is cold?')
    expect(need.outOfSight).toBe(0)
    expect(need.matched).toBe(0)
    expect(need.matchedInSight).toBeGreaterThan(0.5)
    expect(need.echoed).toBe(need.matchedInSight)
  })

  it('has no closeness without a table of meanings', () => {
    expect(needFor('Where does the boathouse key hang?')).toMatchObject({ continued: 0, nearby: 0 })
  })
})
