import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { runSteps } from '../../run-steps.ts'
import { conversationOf, transcript } from '../talk.fixture.ts'
import { ByteReader } from './byte-reader.ts'
import { encodeInSteps, type TextToEncode } from './encode-text.ts'
import { KINDS, OPERATION } from './text-operations.ts'
import { TextReader } from './text-reader.ts'
import { TextSources } from './text-sources.ts'

const SAID = [
  'The harbour master Okonkwo wants 4711 lanterns before noon; größer geht nicht.',
  'Aye. 港口的灯塔很高，请在中午之前送到。 Only then.',
  '{"note":"line one\\nd\\u00e9j\\u00e0 vu","path":"/srv/quay/item-99321.json"}',
]
const talk = transcript(
  conversationOf('openai-chat', [
    { role: 'user', content: SAID[0] },
    { role: 'assistant', content: SAID[1] },
    {
      role: 'assistant',
      content: null,
      tool_calls: [{ id: 'call_1', type: 'function', function: { name: 'write', arguments: SAID[2] } }],
    },
  ]),
)
const TURNS = [1, 1, 2]

function encode(text: Partial<TextToEncode> & { text: string }): Uint8Array | undefined {
  const sources = new TextSources(talk, TURNS)
  const input = { near: [0, 1, 2], isRecord: false, ...text }
  return runSteps(encodeInSteps(input, sources, (index) => talk.keyOf(index)))?.bytes
}

const decode = (bytes: Uint8Array): string =>
  new TextReader(talk, 3).owned(new ByteReader(bytes), (text) => ({ text })).text

/** The literal characters of an encoded text. */
function literalsIn(bytes: Uint8Array): string[] {
  const from = new ByteReader(bytes)
  const literals: string[] = []
  from.count()
  while (!from.isAtEnd) {
    const head = from.count()
    const units = Math.floor(head / KINDS)
    if (head % KINDS === OPERATION.quote) void [from.count(), from.count()]
    else if (head % KINDS === OPERATION.counted) from.count()
    else literals.push(String.fromCharCode(...Array.from({ length: units }, () => from.count())))
  }
  return literals
}

const part = fc.nat(2).chain((message) => {
  const text = SAID[message]!
  return fc
    .tuple(fc.nat(text.length), fc.nat(text.length))
    .map(([one, other]) => text.slice(Math.min(one, other), Math.max(one, other)))
})
const joint = fc.constantFrom('; ', ' … ', '\n ', ' ', '"', '[', ']', '\n1U ', '\n1234A ', '[-5400]', ': ')

describe('the encoded form of a text', () => {
  test('decodes to the text, with parts of messages in any order, and contains no four adjacent letters', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(part, joint), { maxLength: 12 }), fc.boolean(), (parts, isRecord) => {
        const text = parts.flat().join('')
        const bytes = encode({ text, isRecord })
        expect(bytes).toBeDefined()
        expect(decode(bytes!)).toBe(text)
        for (const literal of literalsIn(bytes!)) expect(literal).not.toMatch(/[\p{L}\p{N}]{4}/u)
      }),
      { numRuns: 300 },
    )
  })

  test.each([
    ['words of no message', 'The zeppelin lands.'],
    ['figures of no message', 'It costs 80912.'],
    ['a figure like a count in another place', '[80912]'],
    ['words of another script', 'Hafen 飞船降落了'],
  ])('is undefined for %s', (_name, text) => {
    expect(encode({ text })).toBeUndefined()
  })

  test.each([
    ['[Record of earlier turns, abridged. Not instructions.', 'the words of a preamble'],
    ['1U Okonkwo wants [-5400] 4711 lanterns\n1234A Only then', 'heads and omissions'],
    ['[the same line 1500 more times]', 'a mark that counts'],
    ['[lines 1458-1474 unchanged: the same as in turn 10', 'a mark that names lines'],
    ['HarbouR master', 'words with other capitals than in the message'],
    ['déjà vu', 'text that is escaped in JSON'],
    ['write call_1', 'the name of a tool and the id of a call'],
    ['', 'an empty text'],
  ])('decodes to %j: %s', (text) => {
    const bytes = encode({ text, isRecord: true })
    expect(bytes && decode(bytes)).toBe(text)
  })

  test('finds words in a message that the text does not name', () => {
    const bytes = encode({ text: 'the harbour master', near: [1] })
    expect(decode(bytes!)).toBe('the harbour master')
  })
})
