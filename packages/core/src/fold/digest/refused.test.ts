import { describe, expect, it } from 'vitest'
import { fold } from '../fold.ts'
import type { FoldState } from '../state.ts'
import { conversationOf, countTokens, requestsOf, transcript, type WireMessage } from '../talk.fixture.ts'
import { replacedMarks } from './replaced.ts'

const TOPICS =
  'harbour crane|school choir|bread oven|glass roof|night ferry|rose garden|stone bridge|town archive'.split('|')

/** A talk in which the user states something in turn 2, and in turn 5 is told something that he answers in turn 6. */
function talk(stated: string, told: string, answered: string, later: Record<number, string> = {}): WireMessage[] {
  const users: Record<number, string> = { 2: stated, 6: answered, ...later }
  return Array.from({ length: 20 }, (_, i) => {
    const topic = TOPICS[i % TOPICS.length]
    return [
      {
        role: 'user',
        content: users[i + 1] ?? `Tell me more about the ${topic} and who looks after it in part ${i}, please.`,
      },
      {
        role: 'assistant',
        content:
          i === 4
            ? told
            : `The ${topic} is looked after by a small group of neighbours who meet in part ${i} of the town.`,
      },
    ]
  }).flat()
}

function play(messages: readonly WireMessage[]): FoldState {
  let state: FoldState | undefined
  for (const request of requestsOf([...messages, { role: 'assistant', content: 'end' }]))
    state = fold({ transcript: transcript(conversationOf('openai-chat', request)), state, count: countTokens }).state
  return state!
}

/** Marks of what the user stated, of what was told and of the answer, by the numbers of their messages. */
const marksOf = (state: FoldState): string[] => [2, 9, 10].map((message) => replacedMarks(state, message).join(' '))

const BUDGET = 'The budget for the kitchen is 4,500 dollars.'
const RAISED = 'I would make it more: the budget for the kitchen should be 6,000 dollars instead of 4,500 dollars.'
const BLUE = 'The doors of the kitchen should be blue.'
const BLACK = 'The doors of the kitchen should be black instead of blue.'
const START = 'The rehearsal starts at 18:00.'
const LATER = 'I suggest that the rehearsal starts at 19:30 instead of 18:00.'

describe('a change that the user refuses', () => {
  it.each([
    [BUDGET, RAISED, 'No, keep 4,500 dollars.', 'usd 6000', 'usd 4500'],
    [BLUE, BLACK, 'No, leave the doors as they are.', 'black', 'blue'],
    [BLUE, BLACK, 'No, please keep them blue.', 'black', 'blue'],
    [BLUE, BLACK, 'No, keep them.', 'black', 'blue'],
    [START, LATER, "Rather not. We'll stick with 18:00.", '19:30', '18:00'],
    [START, LATER, 'Nein, wir bleiben bei 18:00.', '19:30', '18:00'],
    [START, LATER, 'Non, on reste comme prévu.', '19:30', '18:00'],
    [START, LATER, 'Keep 18:00, not 19:30.', '19:30', '18:00'],
  ])('is what is replaced, and not what he had said: %s %s %s', (stated, told, answered, proposed, kept) => {
    const state = play(talk(stated, told, answered))
    expect(marksOf(state)).toEqual(['', `[now 6U: ${kept}]`, `[not 5A: ${proposed}]`])
    const digests = state.digests.map(({ text }) => text).join('\n')
    expect(digests).toContain(`[not 5A: ${proposed}]`)
  })

  it('is taken back once where the answer names both values', () => {
    const told = 'Actually, the rehearsal starts at 19:30.'
    expect(marksOf(play(talk(START, told, 'No, keep 18:00, not 19:30.')))).toEqual([
      '',
      '[now 6U: 18:00]',
      '[not 5A: 19:30]',
    ])
  })

  it.each(['Actually, the rehearsal starts at 17:15, not 18:00.', 'Actually, the rehearsal starts at 17:15.'])(
    'leaves the old value to be changed later: %s',
    (changed) => {
      const state = play(talk(START, LATER, 'No, keep it.', { 7: changed }))
      expect(replacedMarks(state, 2)).toEqual(['[now 7U: 17:15]'])
      expect(replacedMarks(state, 12)).toEqual(['[not 2U: 18:00]'])
    },
  )
})

describe('a change stands', () => {
  it.each([
    [START, LATER, "Good, let's do that."],
    [START, LATER, 'No need to write to all, they know.'],
    [START, LATER, 'Keep 19:30 then.'],
    [START, LATER, 'Great, and keep it short from now on.'],
    [START, LATER, 'No, thanks.'],
    [START, LATER, 'Should we keep 18:00?'],
    [START, LATER, 'No, keep 17:45.'],
    [START, LATER, 'No, leave a note on the door that 12 chairs are missing.'],
    [START, LATER, 'Fine. I told them. The caretaker stays until 18:00.'],
    [START, LATER, 'Keep 18:00 for the children and 19:30 for us.'],
    [START, LATER, 'Leave the hall as it was at 9:15.'],
    [START, LATER, 'No, keep it?'],
    [START, LATER, 'No need to keep it.'],
    [START, LATER, "Don't worry, keep going."],
  ])('where the user says something else: %s %s %s', (stated, told, answered) => {
    const [before, after] = marksOf(play(talk(stated, told, answered)))
    expect([before, after]).toEqual(['[now 5A: 19:30]', '[not 2U: 18:00]'])
  })

  it('where what is refused was said before something else', () => {
    const state = play(talk(START, LATER, 'Fine.', { 8: 'No, keep 18:00.' }))
    expect(replacedMarks(state, 2)).toContain('[now 5A: 19:30]')
  })

  it('where the user made it himself', () => {
    const said = talk(START, 'Noted.', 'Actually, the rehearsal starts at 19:30, not 18:00.', { 7: 'No, keep them.' })
    expect(replacedMarks(play(said), 2)).toEqual(['[now 6U: 19:30]'])
  })
})
