import { describe, expect, it } from 'vitest'
import type { WireFormat } from '../../conversation.ts'
import { foldedMessages } from '../sent.fixture.ts'
import type { WireMessage } from '../talk.fixture.ts'

const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk'
const base64 = (type: string) => ({ type: 'base64', media_type: type, data: PIXEL })

const MEDIA: readonly (readonly [WireFormat, { readonly type: string }])[] = [
  ['openai-chat', { type: 'image_url', image_url: { url: `data:image/png;base64,${PIXEL}` } } as { type: string }],
  ['openai-chat', { type: 'input_audio', input_audio: { data: PIXEL, format: 'wav' } } as { type: string }],
  ['openai-chat', { type: 'file', file: { file_id: 'file-1' } } as { type: string }],
  ['anthropic-messages', { type: 'image', source: base64('image/png') } as { type: string }],
  ['anthropic-messages', { type: 'document', source: base64('application/pdf') } as { type: string }],
]

const user = (content: unknown): WireMessage => ({ role: 'user', content })
const assistant = (content: string): WireMessage => ({ role: 'assistant', content })
const exchange = (i: number): WireMessage[] => [
  user(`What should I see in harbour number ${i}, if I have ${i + 2} hours there?`),
  assistant(`Harbour ${i} has ${i * 3 + 2} cranes. ${`Begin at quay ${i}, and look up at the jib. `.repeat(6)}`),
]
const talk = (from: number, count: number): WireMessage[] =>
  Array.from({ length: count }, (_, i) => exchange(from + i)).flat()

describe.each(MEDIA)('media from a user over %s as %o', (format, part) => {
  const shown = user([{ type: 'text', text: 'This is what I saw at the quay.' }, part])

  it.each([1, 2, 5, 30])('are sent unchanged %i exchanges later', (later) => {
    const messages = [...talk(0, 6), shown, assistant('A fine crane.'), ...talk(6, later), user('And on the left?')]
    const sent = foldedMessages(format, messages)
    expect(sent.filter((message) => JSON.stringify(message) === JSON.stringify(shown))).toHaveLength(1)
    expect(sent.length).toBeLessThan(messages.length)
  })
})

const BILLS = Array.from({ length: 30 }, (_, i) => ({
  day: `2026-${(i % 12) + 1}-11`,
  port: ['Kiel', 'Lisbon', 'Cork, north quay'][i % 3]!,
  fee: i * 37 + 115,
}))
const DATA: Readonly<Record<string, string>> = {
  CSV: ['day,port,fee', ...BILLS.map(({ day, port, fee }) => `${day},"${port}",${fee}`)].join('\n'),
  'CSV of two columns': BILLS.map(({ day, fee }) => `${day};${fee}`).join('\n'),
  'cells behind tabs': BILLS.map(({ day, port, fee }) => [day, port, fee].join('\t')).join('\n'),
  Markdown: [
    '| day | port | fee |',
    '|---|---|---|',
    ...BILLS.map(({ day, port, fee }) => `| ${day} | ${port} | ${fee} |`),
  ].join('\n'),
  columns: BILLS.map(({ day, port, fee }) => `${day.padEnd(12)}${port.padEnd(20)}${fee}`).join('\n'),
  JSON: JSON.stringify(BILLS, null, 2),
}

describe.each(Object.entries(DATA))('data that a user gives as %s', (_, data) => {
  it.each([1, 5, 30])('is sent whole %i exchanges later', (later) => {
    const given = user(`How many bills are these?\n\n${data}\n\nCount them twice.`)
    const messages = [...talk(0, 6), given, assistant('Thirty.'), ...talk(6, later), user('What is the mean fee?')]
    const sent = foldedMessages('openai-chat', messages)
    expect(sent).toContainEqual(given)
    expect(sent.length).toBeLessThan(messages.length)
  })
})

describe('text that only resembles data', () => {
  const verses = Array.from(
    { length: 12 },
    (_, i) => `O crane, o quay of number ${['one', 'two', 'three'][i % 3]}`,
  ).join('\n')
  const minutes = Array.from({ length: 8 }, (_, i) => `Mara said quay ${i}, the old one, closes.`).join('\n')
  const few = 'Kiel, 12\nCork, 31\nBari, 7'

  it.each([verses, minutes, few])('is folded: %s', (text) => {
    const given = user(text)
    const sent = foldedMessages('openai-chat', [given, assistant('I see.'), ...talk(0, 12), user('And on the left?')])
    expect(sent).not.toContainEqual(given)
  })
})

describe('data beyond the size of any recall', () => {
  it('is folded', () => {
    const rows = Array.from({ length: 6000 }, (_, i) => `crane ${i},${i * 7},${i % 13}`).join('\n')
    const sent = foldedMessages('openai-chat', [
      user(rows),
      assistant('I see.'),
      ...talk(0, 12),
      user('And on the left?'),
    ])
    expect(JSON.stringify(sent).length).toBeLessThan(rows.length / 2)
  })
})

describe('a large file', () => {
  const file = user([
    { type: 'text', text: 'Our rules.' },
    {
      type: 'document',
      source: { type: 'text', media_type: 'text/plain', data: 'No gull may sit on a crane. '.repeat(2000) },
    },
  ])

  it('leaves the budget of the rest unchanged', () => {
    const without = foldedMessages('anthropic-messages', [...talk(0, 30), user('And on the left?')])
    const sent = foldedMessages('anthropic-messages', [
      file,
      assistant('Thank you.'),
      ...talk(0, 30),
      user('And on the left?'),
    ])
    expect(sent[0]).toEqual(file)
    const size = (messages: WireMessage[]): number => JSON.stringify(messages).length
    expect(size(sent.slice(1))).toBeLessThan(1.3 * size(without))
    expect(size(sent.slice(1))).toBeGreaterThan(0.7 * size(without))
  })
})

describe('a screen that is sent with every message', () => {
  it('is kept in the first ten, or in a quarter of them if that is more', () => {
    const [, picture] = MEDIA[0]!
    const messages = Array.from({ length: 60 }, (_, i) => [
      user([{ type: 'text', text: `The page after step ${i}.` }, picture]),
      assistant(`I press button ${i}. ${'It should lead to the next page. '.repeat(8)}`),
    ]).flat()
    const sent = foldedMessages('openai-chat', [...messages, user('Go on.')])
    const shown = sent.filter((message) => JSON.stringify(message).includes(PIXEL)).length
    expect(shown).toBeGreaterThanOrEqual(10)
    expect(shown).toBeLessThanOrEqual(18)
  })
})
