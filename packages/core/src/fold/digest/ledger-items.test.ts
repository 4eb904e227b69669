import { describe, expect, it } from 'vitest'
import { conversationOf, transcript, type WireMessage } from '../talk.fixture.ts'
import { type LedgerItem, ledgerItems } from './ledger-items.ts'

function itemsOf(message: WireMessage): readonly LedgerItem[] {
  const asked: WireMessage = { role: 'user', content: 'Go on.' }
  return ledgerItems(transcript(conversationOf('openai-chat', [asked, message])), 1, true).items
}

function called(name: string, given: object): WireMessage {
  const call = { id: 'call_1', type: 'function', function: { name, arguments: JSON.stringify(given) } }
  return { role: 'assistant', content: null, tool_calls: [call] }
}

/** The field that a short call sets. */
function fieldOf(name: string, given: object): number | undefined {
  return itemsOf(called(name, given))[0]!.field
}

describe('a short call', () => {
  const first = fieldOf('move', { box: 'MSKU2207714', slot: 'D-11' })

  it('is replaced by a later one of the same tool that sets the same key of the same thing', () => {
    expect(first).toBeDefined()
    expect(fieldOf('move', { box: 'MSKU2207714', slot: 'C-05' })).toBe(first)
  })

  it.each([
    ['a name', 'tag', { box: 'MSKU2207714', tag: 'cold' }],
    ['several keys', 'pack', { box: 'MSKU2207714', goods: 'tiles', kilos: 40 }],
    ['an identifier', 'load', { box: 'MSKU2207714', part: 'TRLU4410283' }],
    ['a note', 'move', { box: 'MSKU2207714', slot: 'customs hold, call the agent' }],
  ])('is never replaced if it has %s', (_case, name, given) => {
    expect(fieldOf(name, given)).toBeUndefined()
  })

  it.each([
    ['about another thing', 'move', { box: 'TRLU4410283', slot: 'C-05' }],
    ['with another key', 'move', { box: 'MSKU2207714', crane: 'C-05' }],
    ['of another tool', 'reserve', { box: 'MSKU2207714', slot: 'C-05' }],
    ['without an identifier', 'move', { box: 'blue', slot: 'C-05' }],
  ])('is not replaced by one %s', (_case, name, given) => {
    expect(fieldOf(name, given)).not.toBe(first)
  })
})

describe('ledgerItems', () => {
  it('gives the beginning of a user message more weight than text far behind it', () => {
    const pasted = Array.from({ length: 60 }, (_, n) => `Barge ${n} reached the lower quay.`).join(' ')
    const items = itemsOf({ role: 'user', content: `Paint every crane red. ${pasted}` })
    expect(items.every(({ isSaid }) => isSaid)).toBe(true)
    expect(items[0]!.text).toContain('crane')
    expect(items[0]!.weight).toBe(2 * items.at(-1)!.weight)
  })

  it('gives a binding sentence of a user more weight than other sentences', () => {
    const [plain, binding] = itemsOf({ role: 'user', content: 'Cranes stand at the quay. Never paint them at night.' })
    expect(binding!.weight).toBeGreaterThan(plain!.weight)
  })

  it('reads no rules of the user in a quotation, and marks its sentences', () => {
    const said = 'Never park here. My boss wrote: "We move. Never answer the press. Sell it."'
    const items = itemsOf({ role: 'user', content: said })
    expect(items.filter(({ isRule }) => isRule).map(({ text }) => text)).toEqual(['Never park here.'])
    expect(items.map(({ text }) => text)).toContain('"Never answer the press.')
  })

  it('reads no rules of the user in the output of a terminal', () => {
    const rulesIn = (content: string) => {
      const talk = [
        { role: 'user', content: 'Go on.' },
        { role: 'assistant', content: 'cat RULES' },
      ]
      const read = transcript(conversationOf('openai-chat', [...talk, { role: 'user', content }]))
      return ledgerItems(read, 2, false).items.filter(({ isRule }) => isRule)
    }
    expect(rulesIn('Moor here.\nNever commit to main.')).toHaveLength(1)
    expect(rulesIn('Moor here.\nNever commit to main.\nroot@host:/app# ')).toEqual([])
  })

  it('gives an answer with a figure more weight than a plain one, and both more than words beside a call', () => {
    const said = 'Berth north is free until 14:30. The crane is being painted.'
    const [figure, plain] = itemsOf({ role: 'assistant', content: said })
    const [beside] = itemsOf({ ...called('read', { path: 'src/main.ts' }), content: said })
    expect(figure!.weight).toBeGreaterThan(plain!.weight)
    expect(plain!.weight).toBeGreaterThan(beside!.weight)
  })

  it('gives an answer of the assistant more weight than a question, but not in a coding session', () => {
    const weightOf = (content: string, isOfRecords: boolean) => {
      const asked: WireMessage = { role: 'user', content: 'Go on.' }
      const messages = [asked, { role: 'assistant', content }]
      return ledgerItems(transcript(conversationOf('openai-chat', messages)), 1, isOfRecords).items[0]!.weight
    }
    expect(weightOf('Shall I book berth 4?', true)).toBeLessThan(weightOf('Berth 4 is booked.', true))
    expect(weightOf('Berth 4 is booked.', false)).toBe(weightOf('Shall I book berth 4?', true))
  })

  it('lists the lines of an argument that have words, with their indentation, and figures under their names', () => {
    const items = itemsOf(called('edit', { new_text: 'if (ship) {\n    moor(ship, berth)\n}', timeout: 120000 }))
    expect(items.map(({ text }) => text)).toEqual(['if (ship) {', '    moor(ship, berth)', 'timeout=120000'])
    expect(items.some(({ isSaid }) => isSaid)).toBe(false)
  })

  it('lists lines of a file without the numbers of a viewer', () => {
    const message: WireMessage = { role: 'tool', tool_call_id: 'call_1', content: '1→a = 1\n2→\n3→  b = 2\n4→c = 3' }
    const asked = [{ role: 'user', content: 'Go on.' }, called('read', { path: 'a.ts' }), message]
    const { items } = ledgerItems(transcript(conversationOf('openai-chat', asked)), 2, true)
    expect(items.map(({ text }) => text)).toEqual(['a = 1', '  b = 2', 'c = 3'])
  })

  it('keeps a short call whole, with the keys of its arguments', () => {
    const items = itemsOf(called('set_screen', { zone: 'south', closed: true, days: ['mon', 'tue'] }))
    expect(items.map(({ text }) => text)).toEqual(['set_screen zone=south closed=true days=mon, tue'])
  })

  it('lists a path in a call on its own', () => {
    const items = itemsOf(called('read', { path: 'src/main.ts', limit: 40 }))
    expect(items.map(({ text }) => text)).toEqual(['src/main.ts', 'limit=40'])
  })

  it('lists other short arguments of a long call under their names', () => {
    const items = itemsOf(called('metrics', { query: 'checkout_p95_ms', from: '05:00', to: '07:40' }))
    expect(items.map(({ text }) => text)).toEqual(['checkout_p95_ms', 'from=05:00', 'to=07:40'])
  })

  it('lists the values of a small result with their keys and their owner', () => {
    const items = resultOf({ zone: 'north', temp_c: 17.2, vents: { left: 'open' } })
    expect(items.map(({ text, owner }) => [text, owner])).toEqual([
      ['zone=north', 'zone=north'],
      ['temp_c=17.2', 'zone=north'],
      ['left=open', 'zone=north'],
    ])
  })

  it('writes numbers of calls and results as the tool does, also beyond double precision', () => {
    const numbers = '{"message_id": 1849302938475610123, "ratio": 1234567890123.4567, "price": 12.50}'
    const call = { id: 'call_1', type: 'function', function: { name: 'look_up', arguments: numbers } }
    const asked = { role: 'user', content: 'Go on.' }
    const answer = {
      role: 'tool',
      tool_call_id: 'call_1',
      content: numbers.replace('0123,', '0125,').replace('12.50', '9.50'),
    }
    const read = transcript(
      conversationOf('openai-chat', [asked, { role: 'assistant', content: null, tool_calls: [call] }, answer]),
    )
    const textsOf = (index: number) => ledgerItems(read, index, true).items.map(({ text }) => text)
    expect(textsOf(1)).toEqual(['look_up message_id=1849302938475610123 ratio=1234567890123.4567 price=12.5'])
    expect(textsOf(2)).toEqual(['message_id=1849302938475610125', 'price=9.5'])
  })

  it('numbers the records of all results in one message', () => {
    const result = (id: string) => ({ type: 'tool_result', tool_use_id: id, content: '{"open": true, "vents": 4}' })
    const use = (id: string) => ({ type: 'tool_use', id, name: 'look', input: {} })
    const asked = { role: 'user', content: 'Go on.' }
    const made = { role: 'assistant', content: [use('toolu_1'), use('toolu_2')] }
    const talk = [asked, made, { role: 'user', content: [result('toolu_1'), result('toolu_2')] }]
    const { items } = ledgerItems(transcript(conversationOf('anthropic-messages', talk)), 2, true)
    expect(items.map(({ record }) => record)).toEqual([1, 1, 2, 2])
  })

  it('omits values of a result that repeat its call', () => {
    const items = resultOf({ zone: 'north', target_c: 18, heater: 'H1' }, { zone: 'north', target_c: 18 })
    expect(items.map(({ text }) => text)).toEqual(['heater=H1'])
  })

  it('lists switches and small figures of a small result, with their keys, without which they mean nothing', () => {
    const items = resultOf({ zone: 'north', open: false, vents: 4 })
    expect(items.map(({ text }) => text)).toEqual(['zone=north', 'open=false', 'vents=4'])
  })

  it('reads a table as records if the tools return records', () => {
    const table = 'zone;vents;state\nnorth;4;open\nsouth;2;shut\nshade;1;open'
    expect(resultOf(table).map(({ text, owner }) => [text, owner])[1]).toEqual(['vents=4', 'zone=north'])
    expect(resultOf(table, {}, false).map(({ text }) => text)).toEqual(table.split('\n'))
  })

  it('lists the strings of a large result without their keys and owners', () => {
    const flights = Array.from({ length: 10 }, (_, n) => ({ flight: `HAT10${n}`, day: `2024-05-1${n}` }))
    const items = resultOf(flights)
    expect(items.slice(0, 2).map(({ text, owner }) => [text, owner])).toEqual([
      ['HAT100', undefined],
      ['2024-05-10', undefined],
    ])
  })
})

function resultOf(value: unknown, given: object = {}, readsTables = true): readonly LedgerItem[] {
  const content = typeof value === 'string' ? value : JSON.stringify(value)
  const message: WireMessage = { role: 'tool', tool_call_id: 'call_1', content }
  const talk = [{ role: 'user', content: 'Go on.' }, called('set_heating', given), message]
  return ledgerItems(transcript(conversationOf('openai-chat', talk)), 2, readsTables).items
}
