import { describe, expect, it } from 'vitest'
import { fold } from '../fold.ts'
import { conversationOf, countTokens, transcript, type WireMessage } from '../talk.fixture.ts'

const IMAGE = { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } }

/** Twelve turns of which the second shows a picture and the third gets a very long answer. */
function talk(): WireMessage[] {
  const messages: WireMessage[] = []
  for (let turn = 1; turn <= 12; turn++) {
    const text = `Question ${turn} about harbour crane ${turn * 7}, please.`
    messages.push({ role: 'user', content: turn === 2 ? [{ type: 'text', text }, IMAGE] : text })
    const answer = `The crane ${turn * 7} lifts ${turn} tonnes and needs an inspection in spring. `
    messages.push({ role: 'assistant', content: answer.repeat(turn === 3 ? 60 : 3) })
  }
  return [...messages, { role: 'user', content: 'And the next crane?' }]
}

function record(): string {
  const { edits } = fold({ transcript: transcript(conversationOf('openai-chat', talk())), count: countTokens })
  return edits.flatMap((edit) => (edit.kind === 'fold' ? edit.digests : [])).join('\n')
}

describe('a record of folded turns', () => {
  it('says what it leaves out that is not text', () => {
    expect(record()).toMatch(/^2U .*\[image\]$/m)
  })

  it('says how much it leaves out of a long message', () => {
    expect(record()).toMatch(/^3A .*\[-\d{3,}\]$/m)
  })

  it('says so in its head', () => {
    expect(record()).toContain('[-n] n tokens left out')
  })
})
