import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type Dialogue,
  FIRST_UNSEEN_DIALOGUES,
  KNOWN_DIALOGUES,
  SECOND_UNSEEN_DIALOGUES,
} from './corrections.fixture.ts'
import { type Correction, createCorrections, observe } from './corrections.ts'

function correctionsIn({ said }: Dialogue): Correction[] {
  const state = createCorrections()
  return said.flatMap((message, index) =>
    observe(state, {
      turn: Math.floor(index / 2) + 1,
      role: index % 2 ? 'assistant' : 'user',
      sentences: message.split('|').map((sentence) => sentence.trim()),
    }),
  )
}

describe('corrections', () => {
  const all = [...KNOWN_DIALOGUES, ...FIRST_UNSEEN_DIALOGUES, ...SECOND_UNSEEN_DIALOGUES]

  test('are looked for in enough dialogues, half of which have none', () => {
    expect(all.length).toBeGreaterThanOrEqual(140)
    expect(all.filter(({ corrected }) => !corrected).length).toBeGreaterThanOrEqual(all.length / 2)
  })

  test.each([
    ['known', KNOWN_DIALOGUES],
    ['first unseen', FIRST_UNSEEN_DIALOGUES],
    ['second unseen', SECOND_UNSEEN_DIALOGUES],
  ])('are nearly all right, and nearly all found, in the %s dialogues', (_, dialogues) => {
    let right = 0
    const wrong: unknown[] = []
    const missed: unknown[] = []
    for (const dialogue of dialogues) {
      const [old, fresh] = dialogue.corrected ?? []
      const found = correctionsIn(dialogue)
      const hits = found.filter(({ oldText, newText }) => oldText === old && newText === fresh)
      if (hits.length) right++
      else if (old) missed.push(dialogue.said)
      if (found.length > hits.length) wrong.push([dialogue.said, found])
    }
    expect(right / (right + wrong.length), JSON.stringify(wrong)).toBeGreaterThanOrEqual(0.95)
    expect(right / (right + missed.length), JSON.stringify(missed)).toBeGreaterThanOrEqual(0.7)
  })

  test('name both turns', () => {
    const said = ['The deadline is Wednesday.', 'Noted.', 'Thanks.', 'Welcome.', 'The deadline moved to Friday.']
    expect(correctionsIn({ said })).toEqual([
      {
        turn: 3,
        correctedTurn: 1,
        kind: 'date',
        oldText: 'wednesday',
        newText: 'friday',
        sentence: 4,
        correctedSentence: 0,
      },
    ])
  })

  test('are found once, not again when the new value is repeated', () => {
    const said = ['It costs 400 dollars.', 'Okay.', 'Actually it costs 450 dollars.', 'So it now costs 450 dollars.']
    expect(correctionsIn({ said })).toHaveLength(1)
  })

  test('of a corrected value correct the newer one', () => {
    const said = [
      'It costs 400 dollars.',
      'Ok.',
      'Actually it costs 450 dollars.',
      'Ok.',
      'Sorry, it costs 500 dollars.',
    ]
    expect(correctionsIn({ said }).map(({ oldText, newText }) => [oldText, newText])).toEqual([
      ['usd 400', 'usd 450'],
      ['usd 450', 'usd 500'],
    ])
  })

  test('are not looked for in documents', () => {
    const document = Array.from({ length: 60 }, (_, i) => `Actually step ${i} costs ${i} dollars.`)
    expect(observe(createCorrections(), { turn: 1, role: 'assistant', sentences: document })).toEqual([])
  })

  test('are the same on every run, and no text makes them fail', () => {
    const word = fc.constantFrom(
      'actually',
      'not',
      'Friday',
      'Monday',
      '450 dollars',
      'the',
      'price',
      'is',
      '?',
      '不是',
      '500元',
    )
    const message = fc.array(fc.oneof(word, fc.string({ unit: 'grapheme', maxLength: 8 })), { maxLength: 12 })
    fc.assert(
      fc.property(fc.array(message, { maxLength: 6 }), (messages) => {
        const said = messages.map((words) => words.join(' '))
        expect(correctionsIn({ said })).toEqual(correctionsIn({ said }))
      }),
    )
  })
})
