import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type ProtectiveSign, protectionOf } from './protective-value.ts'

const SIGNED: readonly (readonly [ProtectiveSign, string])[] = [
  ['instruction', 'You must never delete the backups.'],
  ['instruction', 'Use at most three colours.'],
  ['instruction', 'Antworte bitte nur auf Deutsch.'],
  ['instruction', 'Il faut toujours signer le contrat.'],
  ['instruction', 'No uses nunca la tarjeta vieja.'],
  ['instruction', '必须在周五前完成。'],
  ['instruction', '敬語を必ず使ってください。'],
  ['decision', 'We decided on Postgres.'],
  ['decision', 'Wir haben uns für Postgres entschieden.'],
  ['decision', 'Hemos decidido usar Postgres.'],
  ['decision', '我们决定使用Postgres。'],
  ['commitment', "I'll send the report tomorrow."],
  ['commitment', 'Ich werde den Bericht schicken.'],
  ['commitment', 'Je vais envoyer le rapport.'],
  ['correction', 'No, I meant the second one.'],
  ['correction', 'Change that to Friday.'],
  ['correction', 'Stattdessen nehmen wir den Zug.'],
  ['correction', "C'est le lundi, au lieu de mardi."],
  ['correction', 'En realidad son cinco.'],
  ['correction', 'In realtà sono cinque.'],
  ['correction', 'Na verdade são cinco.'],
  ['correction', 'Ik bedoelde vijf.'],
  ['correction', '其实是五个。'],
  ['correction', '実は五つです。'],
  ['question', 'Which colour do you want?'],
  ['question', '你想要什么颜色？'],
  ['question', 'ما هو اللون؟'],
  ['error', 'The build failed with an exception.'],
  ['error', 'Es kam eine Fehlermeldung.'],
  ['negation', 'The door is not red.'],
  ['negation', 'Die Tür ist nicht rot.'],
  ['negation', 'La porte n’est pas rouge.'],
  ['negation', '门不是红色的。'],
]

test.each(SIGNED)('shows %s in %j', (sign, sentence) => {
  const { signs, value } = protectionOf(sentence)
  expect(signs).toContain(sign)
  expect(value).toBeGreaterThan(1)
})

test.each([
  'The sun was warm.',
  'Das Haus hat einen Garten.',
  'Le chat dort.',
  '天气很好',
  'We had a nice walk, right?',
  '',
])('shows nothing in %j', (sentence) => {
  expect(protectionOf(sentence)).toEqual({ signs: [], value: 1 })
})

test('an instruction weighs more than a negation, and both together more than one', () => {
  const both = protectionOf('You must not go.').value
  expect(both).toBeGreaterThan(protectionOf('You must go.').value)
  expect(protectionOf('You must go.').value).toBeGreaterThan(protectionOf('I did not go.').value)
})

test('any text has a finite value of at least 1, signs in one order, each once', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
      const { signs, value } = protectionOf(text)
      expect(value).toBeGreaterThanOrEqual(1)
      expect(value).toBeLessThan(3)
      expect(new Set(signs).size).toBe(signs.length)
    }),
  )
})

test.each(['must ', 'no ', '不', "'", '?', 'forget '])('a megabyte of %j takes less than a second', (unit) => {
  const start = process.cpuUsage()
  protectionOf(unit.repeat(1_000_000 / unit.length))
  expect(process.cpuUsage(start).user).toBeLessThan(1_000_000)
})
