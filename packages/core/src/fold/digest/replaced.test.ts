import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fold } from '../fold.ts'
import type { FoldState } from '../state.ts'
import { conversationOf, countTokens, requestsOf, transcript, type WireMessage } from '../talk.fixture.ts'
import { replacedMarks } from './replaced.ts'

const TOPICS =
  'harbour crane|school choir|bread oven|glass roof|night ferry|rose garden|stone bridge|town archive'.split('|')
const filler = (turn: number): readonly [string, string] => [
  `Tell me more about the ${TOPICS[turn % TOPICS.length]} and who looks after it in part ${turn}, please.`,
  `The ${TOPICS[turn % TOPICS.length]} is looked after by a small group of neighbours who meet in part ${turn} of the town.`,
]

/** A talk of `turns` turns in which `said` takes the place of what is said in the turns it names (from 1). */
function talkWith(turns: number, said: Record<number, string>): WireMessage[] {
  return Array.from({ length: turns }, (_, i) => {
    const [question, answer] = filler(i + 1)
    return [
      { role: 'user', content: said[i + 1] ?? question },
      { role: 'assistant', content: answer },
    ]
  }).flat()
}

function play(messages: readonly WireMessage[]): { state: FoldState; recalls: string[] } {
  let state: FoldState | undefined
  const recalls: string[] = []
  for (const request of requestsOf([...messages, { role: 'assistant', content: 'end' }])) {
    const conversation = conversationOf('openai-chat', request)
    const result = fold({ transcript: transcript(conversation), state, count: countTokens })
    for (const edit of result.edits) if (edit.kind === 'recall') recalls.push(edit.text)
    state = result.state
  }
  return { state: state!, recalls }
}

const digestsOf = (state: FoldState): string => state.digests.map(({ text }) => text).join('\n')

describe('a value that was corrected', () => {
  it('is marked where it was said and where it was corrected', () => {
    const said = {
      2: 'The delivery of the piano comes on Wednesday.',
      3: 'Actually, the delivery of the piano comes on Friday, not on Wednesday.',
    }
    const { state } = play(talkWith(20, said))
    expect(replacedMarks(state, 2)).toEqual(['[now 3U: friday]'])
    expect(replacedMarks(state, 4, 0)).toEqual(['[not 2U: wednesday]'])
    expect(replacedMarks(state, 4, 1)).toEqual([])
    expect(digestsOf(state)).toMatch(/^3U .*piano.*Friday.* \[not 2U: wednesday\]$/m)
  })

  it('is named by the digest of its correction when it was folded long before', () => {
    const said = {
      2: 'The budget for the new kitchen is 4,500 dollars.',
      9: 'Correction: the budget for the new kitchen is 5,200 dollars.',
    }
    const text = digestsOf(play(talkWith(24, said)).state)
    expect(text).toContain('[not 2U: usd 4500]')
    expect(text).toMatch(/5,200|5200/)
  })

  it('is marked where it is recalled', () => {
    const said = {
      2: 'The wifi password at the cabin is shown on the card with number 8812, and the cabin costs 300 euros.',
      4: 'Sorry, I meant the cabin costs 340 euros, not 300 euros.',
    }
    const messages = [
      ...talkWith(24, said),
      { role: 'user', content: 'What did I say the cabin costs, and what is the wifi card number?' },
    ]
    const { recalls } = play(messages)
    expect(recalls.join('\n')).toContain('[now 4U: eur 340]')
  })

  it('leaves values alone that nobody corrected', () => {
    const said = { 2: 'The first train leaves at 7:40.', 6: 'The last train leaves at 23:10, by the way.' }
    const text = digestsOf(play(talkWith(20, said)).state)
    expect(text).not.toMatch(/\[(?:now|not) /)
  })

  it('never stands alone in digests, wherever its correction comes', () => {
    const turns = fc.tuple(
      fc.integer({ min: 1, max: 4 }),
      fc.integer({ min: 1, max: 12 }),
      fc.integer({ min: 101, max: 899 }),
    )
    fc.assert(
      fc.property(turns, ([first, gap, price]) => {
        const second = first + gap
        const said = {
          [first]: `The rent of the workshop is ${price} dollars a month.`,
          [second]: `Correction: the rent of the workshop is ${price + 37} dollars a month.`,
        }
        const { state } = play(talkWith(second + 12, said))
        const text = digestsOf(state)
        if (text.includes(String(price))) expect(text).toContain(String(price + 37))
        expect(text).toContain(`[not ${first}U: usd ${price}]`)
      }),
      { numRuns: 12 },
    )
  })
})
