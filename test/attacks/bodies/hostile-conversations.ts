import { type Piece, QUESTION, usualTurns } from './conversation.ts'
import { LONG_TEXTS } from './long-texts.ts'
import { nested, TOOL_RESULTS } from './tool-results.ts'

/** A conversation that costs the server more than its sender. `share` scales its full size, from 0 to 1. */
export interface HostileConversation {
  readonly name: string
  readonly pieces: (share: number) => Piece[]
}

const list = <Item>(count: number, write: (index: number) => Item): Item[] =>
  Array.from({ length: Math.ceil(count) }, (_, index) => write(index))

const inAnswers: HostileConversation[] = LONG_TEXTS.map(({ name, text }) => ({
  name,
  pieces: (share) => [
    { role: 'user', text: 'Tell me everything.' },
    { role: 'assistant', text: text(share) },
    ...usualTurns(8),
    QUESTION,
  ],
}))

const inResults: HostileConversation[] = TOOL_RESULTS.map(({ name, text }) => ({
  name: `${name} as the result of a tool`,
  pieces: (share) => [...toolCall('{"path":"a"}', text(share)), ...usualTurns(8), QUESTION],
}))

const ofManyMessages: HostileConversation[] = [
  {
    name: '100,000 messages of one character',
    pieces: (share) => [
      ...list(100_000 * share, (i): Piece => ({ role: i % 2 ? 'assistant' : 'user', text: String(i % 10) })),
      QUESTION,
    ],
  },
  {
    name: '100,000 messages of the user alone',
    pieces: (share) => [
      ...list(100_000 * share, (i): Piece => ({ role: 'user', text: `a${i}` })),
      ...usualTurns(8),
      QUESTION,
    ],
  },
  {
    name: '100,000 parts of one message',
    pieces: (share) => [{ role: 'user', parts: list(100_000 * share, (i) => `p${i}`) }, ...usualTurns(8), QUESTION],
  },
  {
    name: '50,000 tool calls in one message',
    pieces: (share) => [
      { role: 'user', text: 'Go.' },
      { calls: list(50_000 * share, (i) => ({ id: `c${i}`, args: '{}' })) },
      { results: list(50_000 * share, (i) => ({ id: `c${i}`, text: `r${i}` })) },
      { role: 'assistant', text: 'Done.' },
      ...usualTurns(8),
      QUESTION,
    ],
  },
  {
    name: '30,000 pairs of call and result',
    pieces: (share) => [
      { role: 'user', text: 'Go.' },
      ...list(30_000 * share, (i): Piece[] => [
        { calls: [{ id: `c${i}`, args: `{"i":${i}}` }] },
        { results: [{ id: `c${i}`, text: `result k${i}` }] },
      ]).flat(),
      { role: 'assistant', text: 'Done.' },
      QUESTION,
    ],
  },
  {
    name: 'arguments of a tool 100,000 deep',
    pieces: (share) => [...toolCall(`{"a":${nested(100_000 * share)}}`, 'ok'), ...usualTurns(8), QUESTION],
  },
  {
    name: '3,000 corrections',
    pieces: (share) => [
      ...list(3000 * share, (i): Piece[] => [
        { role: 'user', text: `Meeting ${i % 50} is on Friday, no, on Monday ${(i % 28) + 1} May, not on day ${i}.` },
        { role: 'assistant', text: `Noted: meeting ${i % 50} is on Monday ${(i % 28) + 1} May.` },
      ]).flat(),
      QUESTION,
    ],
  },
]

export const HOSTILE_CONVERSATIONS: readonly HostileConversation[] = [...inAnswers, ...inResults, ...ofManyMessages]

/** One of each kind. */
export const FEW_CONVERSATIONS = HOSTILE_CONVERSATIONS.filter(({ name }) =>
  /equals|15,000 sentences|rows of a table|of Han|combining|a log|200,000 deep|parts|50,000|corrections/.test(name),
)

function toolCall(args: string, result: string): Piece[] {
  return [
    { role: 'user', text: 'Look.' },
    { calls: [{ id: 'c', args }] },
    { results: [{ id: 'c', text: result }] },
    { role: 'assistant', text: 'I have read it.' },
  ]
}
