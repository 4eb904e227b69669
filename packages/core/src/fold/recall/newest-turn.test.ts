import { describe, expect, it } from 'vitest'
import { fold } from '../fold.ts'
import { conversationOf, countTokens, transcript, type WireMessage } from '../talk.fixture.ts'

/** Subjects of the long answers between the early statement and the newest one. */
const SUBJECTS = [
  'gravel for the drive',
  'a gate of larch',
  'drains below the yard',
  'lamps along the wall',
  'a hedge of hornbeam',
  'steps of granite',
]

function answerOn(subject: string, number: number): string {
  const sides = ['cost', 'weight', 'delivery', 'tools', 'weather', 'neighbours', 'permits', 'care']
  return sides
    .map((side, place) => `The ${side} of ${subject} comes to ${number * 17 + place * 3} by list ${number}${place}.`)
    .join(' ')
}

const EARLY = 'My sister keeps a spare key at the bakery in Molenstraat.'
const CONFIRMED = 'Done: the mill in Ravels has confirmed lot KX-4471 for Friday.'
const NEWEST = 'Change of plan: order nineteen sacks of mortar instead.'

/** The sent text of a talk that ends with `question`: digests and recalls. */
function textsFor(question: string): { readonly digests: string; readonly recall: string } {
  const messages: WireMessage[] = [
    { role: 'user', content: EARLY },
    { role: 'assistant', content: answerOn('the key', 3) },
  ]
  for (const [place, subject] of SUBJECTS.entries()) {
    const number = place + 4
    messages.push({
      role: 'user',
      content: `What should I know about ${subject} before I begin with ${number} helpers?`,
    })
    messages.push({ role: 'assistant', content: answerOn(subject, number) })
  }
  messages.push(
    { role: 'user', content: NEWEST },
    { role: 'assistant', content: `${CONFIRMED} ${answerOn('mortar', 40)}` },
  )
  messages.push({ role: 'user', content: question })
  const { edits } = fold({ transcript: transcript(conversationOf('openai-chat', messages)), count: countTokens })
  const recall = edits.find((edit) => edit.kind === 'recall' && edit.before === messages.length - 1)
  const digests = edits.filter((edit) => edit.kind !== 'recall')
  return { digests: JSON.stringify(digests), recall: recall?.kind === 'recall' ? recall.text : '' }
}

describe('the newest folded statement', () => {
  it("is in a digest at once if it is the user's, even if the recall is about an earlier one", () => {
    const { digests, recall } = textsFor('Remind me: at which bakery does my sister keep the spare key?')
    expect(digests).toContain('nineteen sacks')
    expect(recall).toContain('Molenstraat')
  })

  it('is not recalled for a message that asks for nothing', () => {
    expect(
      textsFor('Electric guitars have magnetic pickups under their strings, and amplifiers with glass tubes.').recall,
    ).toBe('')
  })

  it('is not repeated if the recall contains its message', () => {
    const { recall } = textsFor('Which lot has the mill in Ravels confirmed for Friday?')
    expect(recall.split('KX-4471')).toHaveLength(2)
  })
})
