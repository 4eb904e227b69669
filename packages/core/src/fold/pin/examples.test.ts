import { describe, expect, it } from 'vitest'
import { sentMessages } from '../sent.fixture.ts'
import type { WireMessage } from '../talk.fixture.ts'

const PORTS = 'Kiel Lisbon Odesa Bergen Turku Malaga Split Vigo Cork Brest Riga Bari'.split(' ')
const letter = (i: number): string =>
  `The office at ${PORTS[i % 12]} wrote on day ${i + 1} that the fee of ${i * 40 + 115} euros is not paid. ${'The owner says that the crane has damaged his rudder. '.repeat(5)}`

const ANSWERS: Record<string, (i: number) => string> = {
  'JSON with the same members': (i) =>
    JSON.stringify({
      port: PORTS[i % 12],
      fee: i * 40 + 115,
      disputed: true,
      ...(i % 2 && { day: i + 1 }),
      reason: 'rudder',
    }),
  'very short JSON': (i) => JSON.stringify({ fee: i * 40 }),
  'JSON in a fence': (i) =>
    `\`\`\`json\n${JSON.stringify([{ port: PORTS[i % 12], fee: i * 40 + 115 }], null, 2)}\n\`\`\``,
  'lines with the same labels': (i) => `**Port:** ${PORTS[i % 12]}\n**Fee:** ${i * 40 + 115} euros\n**Advice:** refuse`,
  'code alone': (i) => `\`\`\`sql\nSELECT owner FROM fees WHERE port = '${PORTS[i % 12]}' AND fee > ${i * 40}\n\`\`\``,
  'a class': (i) => ['disputed', 'paid late', 'unclear', 'withdrawn', 'no claim', 'settled'][i % 6]!,
  'a mark': (i) => `${[2, 5, 2, 3][i % 4]}/5`,
}

const exchanges = (count: number, answer: (i: number) => string, question = letter): WireMessage[] =>
  Array.from({ length: count }, (_, i) => [
    { role: 'user', content: question(i) },
    { role: 'assistant', content: answer(i) },
  ]).flat()
const talk = (count: number): WireMessage[] =>
  exchanges(
    count,
    (i) => `In ${PORTS[i % 12]} it is quiet: ${'the gulls sit on the quay and wait for the ships, '.repeat(i + 4)}.`,
    (i) => `How is ${PORTS[i % 12]} in month ${i + 1}, for somebody who likes gulls?`,
  )
const ASKED: WireMessage = { role: 'user', content: letter(40) }

const sentOf = (messages: readonly WireMessage[]): WireMessage[] => sentMessages('openai-chat', messages)

describe.each(Object.entries(ANSWERS))('examples answered with %s', (_, answer) => {
  it('are unchanged, for any question', () => {
    const messages = [...exchanges(8, answer), ASKED]
    expect(sentOf(messages)).toEqual(messages)
  })

  it('are kept after instructions and a word of consent', () => {
    const messages: WireMessage[] = [
      { role: 'user', content: 'Say what each letter is about, as shown.' },
      { role: 'assistant', content: 'Understood, send me the first letter.' },
      ...exchanges(8, answer),
      ASKED,
    ]
    expect(sentOf(messages)).toEqual(messages)
  })

  it('are kept before a folded talk, and are not recalled', () => {
    const shown = exchanges(5, answer)
    const sent = sentOf([
      ...shown,
      ...talk(9),
      { role: 'user', content: `And what did the office at ${PORTS[2]} write?` },
    ])
    expect(sent.slice(0, shown.length)).toEqual(shown)
    expect(sent.length).toBeLessThan(shown.length + 18)
    expect(sent.filter(({ content }) => String(content).includes('day 3 that the fee'))).toHaveLength(1)
  })
})

describe('an exchange that is repeated many times', () => {
  it('is folded except for the first few, which show the form', () => {
    const answer = ANSWERS['JSON with the same members']!
    const messages = [...exchanges(90, answer), ASKED]
    const sent = sentOf(messages)
    expect(sent.slice(0, 4)).toEqual(messages.slice(0, 4))
    expect(sent.length).toBeLessThan(60)
  })
})

describe('other conversations', () => {
  it.each([
    ['two exchanges of one form, which may be a coincidence', [...exchanges(2, ANSWERS['a class']!), ...talk(6)]],
    ['one answer to every question', exchanges(9, () => 'Noted.')],
    ['short answers that are only numbered', exchanges(9, (i) => `Answer ${i}`)],
    [
      'names of speakers before their words, which are not labels',
      exchanges(9, (i) => `Mara: In ${PORTS[i % 12]} it is quiet.`),
    ],
    ['questions of the length of a class name', exchanges(9, (i) => (i % 2 ? 'Which crane?' : 'Whose rudder?'))],
  ])('are folded: %s', (_, messages) => {
    expect(sentOf([...messages, ASKED]).length).toBeLessThan(messages.length)
  })
})
