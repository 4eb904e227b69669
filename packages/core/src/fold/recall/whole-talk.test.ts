import { describe, expect, it } from 'vitest'
import { foldedText } from '../sent.fixture.ts'
import type { WireMessage } from '../talk.fixture.ts'
import { cuesOfMessage } from './message-cues.ts'
import { wrapsUp } from './wishes.ts'

const WISHES = [
  'Write the invitation mail for the team with all the details.',
  'Now put it all together.',
  'Give me the full itinerary, please.',
  'Which questions did I get wrong?',
  'Who brings what?',
  'Quiz me on the ones I got wrong.',
  'now the full sketch please',
  'shopping list please, with values',
  'ok status check again: hp and gold for everyone',
  'Lotte: make a plan for the weekend that fits everyone',
  'can you make a timeline with times of everything?',
  'list all ids we came across',
  'what do I still have to pay?',
  'Schreib mir bitte den ganzen Plan auf.',
  'mach mir bitte einen ablaufplan für samstag',
  'einkaufsliste fürs essen bitte',
  'Wie liegen wir im Budget?',
  'lista zakupów poproszę',
  'Kannst du die Einladung formulieren?',
  'Was haben wir vereinbart?',
  'Schrijf de uitnodiging voor het team.',
  'Rédige le mail pour toute l’équipe.',
  'Qui apporte quoi ?',
  'Escribe el correo con todos los detalles.',
  'Faça a lista completa para mim, por favor.',
  "Scrivi l'invito con tutti i dettagli.",
  'Napisz całą listę.',
  'Составь полный список.',
  'Tüm listeyi göster.',
  '把所有的安排列出来。',
  '全部の予定を一覧にして教えてください。',
  '전체 일정을 정리해 줘.',
  'اكتب كل التفاصيل من فضلك',
  'पूरी सूची बना दो।',
]

const OTHERS = [
  'Great, thanks!',
  'What is a good wine for a vegan dinner?',
  'Make the title a bit bigger.',
  'Make sure that all of it is right.',
  'What is the difference between whole life and term life insurance?',
  'I will add it to my list, and write all my plans down.',
  'What if the plan is a bad one?',
  'What is a shopping list in Polish?',
  'Is the full moon tonight?',
  'Could you explain again how tides work, please?',
  'I have everything now. Please book it.',
  'Wie hoch ist der Eiffelturm?',
  '¿Qué hora es en Lima?',
  'Сколько весит слон?',
  '今天天气怎么样？',
  `Write a summary of all the points of this text. ${'It goes on for some time and says little. '.repeat(10)}`,
]

describe('wrapsUp', () => {
  it.each(WISHES)('is true for a request for the whole conversation: %s', (text) => {
    expect(wrapsUp(cuesOfMessage(text))).toBe(true)
  })

  it.each(OTHERS)('is false for other messages: %s', (text) => {
    expect(wrapsUp(cuesOfMessage(text))).toBe(false)
  })
})

/** The result of each wish of a plan. The answers have ordinary length, so that digests omit most of them. */
const STEPS = [
  ['Find us a house for fourteen people in the hills.', 'the Domaine de la Tour has sixteen beds and a big room'],
  ['We need a way to get there.', 'a coach from Part-Dieu takes an hour and a quarter'],
  ['Something to do outside, please.', 'Belleville lends bicycles, with or without a motor'],
  ['And something for the evening.', 'Arnaud gives lessons in cooking for groups of that size'],
  ['What do we eat at noon?', 'the auberge Le Cep has a table by the river'],
  ['Is there anything for a rainy day?', 'the museum of Villefranche opens its cellar on request'],
  ['Where could we buy some wine?', 'the cooperative of Chiroubles sends it home as well'],
  ['One of us cannot walk far.', 'a cable car goes up from Quincie every half hour'],
  ['We would like to swim.', 'the lake of Cublize is warm enough from May on'],
  ['And a doctor, just in case.', 'the practice of Vauxrenard is open at weekends'],
] as const
const FACTS = [
  'Domaine de la Tour',
  'Part-Dieu',
  'Belleville',
  'Arnaud',
  'Le Cep',
  'Villefranche',
  'Chiroubles',
  'Quincie',
  'Cublize',
  'Vauxrenard',
]

function factsSent(newest: string): number {
  const said = STEPS.flatMap(([wish, found]): WireMessage[] => [
    { role: 'user', content: wish },
    {
      role: 'assistant',
      content: `I have looked for that: ${found}. Guests of last year were pleased with it. Shall I take it down?`,
    },
  ])
  const text = foldedText('openai-chat', [...said, { role: 'user', content: newest }])
  return FACTS.filter((fact) => text.includes(fact)).length
}

describe('a request to turn all statements into a text', () => {
  it('may spend all tokens that the folds have saved in a short conversation, although it names no statement', () => {
    expect(factsSent('Write the invitation mail for the team.')).toBeGreaterThanOrEqual(0.6 * FACTS.length)
    expect(factsSent('How high is the Eiffel Tower?')).toBeLessThan(0.5 * FACTS.length)
  })
})
