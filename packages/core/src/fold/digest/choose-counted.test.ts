import { describe, expect, it } from 'vitest'
import { fold } from '../fold.ts'
import { DEFAULT_POLICY } from '../policy.ts'
import { conversationOf, countTokens, transcript } from '../talk.fixture.ts'
import type { Candidate } from './candidates.ts'
import { chooseCounted } from './choose-counted.ts'

const PLAIN = { order: 0, isBlock: false, isRule: false, isUser: false, weights: [9], boost: 1 }
const ROOM = 200

/** Texts that have 20 tokens each, and are estimated at `estimated`. */
function textsOf(estimated: number, isUser: (message: number) => boolean = () => false): Candidate[] {
  return Array.from({ length: 40 }, (_, message) => {
    const speaker = isUser(message) ? 'user' : 'assistant'
    const text = 'word '.repeat(19).trim()
    return { ...PLAIN, message, text, tokens: estimated, terms: [message], speaker, isUser: isUser(message) }
  })
}

function chosenOf(candidates: readonly Candidate[], forUser = 1) {
  const read = transcript(conversationOf('openai-chat', [{ role: 'user', content: 'ok' }]))
  const { state } = fold({ transcript: read, count: countTokens })
  const source = { transcript: read, state, policy: DEFAULT_POLICY, count: countTokens, vectors: undefined }
  const { chosen } = chooseCounted(source, candidates, { tokens: ROOM, forUser })
  return { counted: 20 * chosen.length, chosen, held: state.held }
}

describe('the chosen candidates', () => {
  it.each([13, 16, 20])('fit into the room as counted if each is estimated at %i of 20 tokens', (estimated) => {
    const { counted } = chosenOf(textsOf(estimated))
    expect(counted).toBeLessThanOrEqual(DEFAULT_POLICY.digest.mostOfRoom * ROOM)
    expect(counted).toBeGreaterThan(0.85 * ROOM)
  })

  it('keep what the user said of the first choice', () => {
    const isUser = (message: number): boolean => message % 5 === 0
    const { chosen, counted } = chosenOf(textsOf(13, isUser))
    expect(chosen.filter(isUserOf)).toHaveLength(8)
    expect(counted).toBeLessThan(1.3 * ROOM)
  })

  it('are held once each', () => {
    const { chosen, held } = chosenOf(textsOf(13))
    expect([...held.all]).toEqual(chosen.map(({ message }) => [message, 1]))
  })

  it('are those of the estimates if no room is reserved for the user', () => {
    expect(chosenOf(textsOf(13), 0).counted).toBeGreaterThan(1.3 * ROOM)
  })
})

function isUserOf({ isUser }: Candidate): boolean {
  return isUser
}
