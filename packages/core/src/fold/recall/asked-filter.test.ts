import { describe, expect, it } from 'vitest'
import { fold } from '../fold.ts'
import { conversationOf, countTokens, transcript, type WireMessage } from '../talk.fixture.ts'

const SUBJECTS = ['bread', 'tyres', 'paint', 'roses', 'chess', 'tents', 'knots', 'clocks', 'soup', 'maps']

/** A talk with one fact and ten other subjects. Its digest contains the user's sentences. */
function talk(question: string): WireMessage[] {
  return [
    { role: 'user', content: 'The keys of the boathouse are handed over on 17 October, at the office of Ms Brandt.' },
    { role: 'assistant', content: 'Noted. Take some proof of identity with you, and read the meters before you sign.' },
    ...SUBJECTS.flatMap((subject, i): WireMessage[] => [
      { role: 'user', content: `I know little about ${subject}, what should a beginner learn?` },
      {
        role: 'assistant',
        content: `For ${subject} begin with something small, since the first ${i + 3} attempts fail anyway. Ask an old hand to look at the result, and write down what went wrong. Good tools for ${subject} last for years.`,
      },
    ]),
    { role: 'user', content: question },
  ]
}

/** The turns from which the recall for the last message quotes. */
function recalledTurns(question: string): number[] {
  const messages = talk(question)
  const { edits } = fold({ transcript: transcript(conversationOf('openai-chat', messages)), count: countTokens })
  const recalls = edits.flatMap((edit) =>
    edit.kind === 'recall' && edit.before === messages.length - 1 ? edit.text : [],
  )
  return [...new Set(recalls.flatMap((text) => [...text.matchAll(/^(\d+)[UA] /gm)].map(([, turn]) => Number(turn))))]
}

describe('a recall', () => {
  it('quotes only turns with a word of the question', () => {
    const turns = recalledTurns('Which proof do I need at the office of Ms Brandt?')
    expect(turns).toContain(1)
    expect(turns.filter((turn) => turn !== 1 && turn <= SUBJECTS.length)).toEqual([])
  })

  it('quotes all turns for a request to sum up', () => {
    expect(recalledTurns('Summarize everything that we talked about so far.').length).toBeGreaterThan(4)
  })
})
