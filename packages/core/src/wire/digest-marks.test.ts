import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { viewOf } from '../../test/wire-bodies.ts'
import type { Edit } from '../edits.ts'
import { splice } from './splice.ts'
import { findProblem } from './validate.ts'

type Block = { readonly type: string; readonly [member: string]: unknown }
type Message = { readonly role: string; readonly content: string | readonly Block[] }

const SHORT = { cache_control: { type: 'ephemeral' } }
const LONG = { cache_control: { type: 'ephemeral', ttl: '1h' } }

const text = (value: string, mark: object = {}): Block => ({ type: 'text', text: value, ...mark })

/** Turns of a user and an assistant, `u0 a0 u1 a1 ...`, with these marks on users' messages. */
function turns(count: number, marks: Readonly<Record<number, object>> = {}): Message[] {
  return Array.from({ length: 2 * count + 1 }, (_, index) => {
    const name = `${index % 2 ? 'a' : 'u'}${index >> 1}`
    return { role: index % 2 ? 'assistant' : 'user', content: marks[index] ? [text(name, marks[index])] : name }
  })
}

function spliced(messages: readonly Message[], edits: readonly Edit[], fields: object = {}): Message[] {
  const body = JSON.stringify({ model: 'm', max_tokens: 1, ...fields, messages })
  const result = splice(viewOf(body, 'anthropic-messages'), edits)
  expect(findProblem('anthropic-messages', result)).toBeUndefined()
  return (JSON.parse(result) as { messages: Message[] }).messages
}

/** The marks by the text that has them, in order. */
function marksIn(messages: readonly Message[]): [string, string][] {
  const found: [string, string][] = []
  for (const { content } of messages) {
    if (typeof content === 'string') continue
    for (const block of content) {
      const inner = Array.isArray(block.content) ? (block.content as Block[]) : []
      for (const { text, cache_control } of [...inner, block]) {
        const ttl = (cache_control as { ttl?: string } | undefined)?.ttl ?? '5m'
        if (cache_control) found.push([String(text), ttl])
      }
    }
  }
  return found
}

const fold = (from: number, to: number, ...digests: string[]): Edit => ({
  kind: 'fold',
  from,
  to,
  digests: digests.map((text) => ({ text })),
})

describe('a mark of a message that is folded', () => {
  test('moves to the end of the digests of its fold, and of several marks the last one does', () => {
    const messages = turns(3, { 0: LONG, 2: SHORT })
    expect(marksIn(spliced(messages, [fold(0, 4, 'x', 'y')]))).toEqual([['y', '5m']])
  })

  test('is carried from inside a tool result', () => {
    const messages: Message[] = [
      { role: 'user', content: 'u' },
      { role: 'assistant', content: [{ type: 'tool_use', id: 't', name: 'n', input: {} }] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't', content: [text('r', SHORT)] }] },
      { role: 'assistant', content: 'a' },
      { role: 'user', content: 'v' },
    ]
    expect(marksIn(spliced(messages, [fold(0, 4, 'x')]))).toEqual([['x', '5m']])
  })

  test('stays with each of several folds, long lifetimes before short ones', () => {
    const messages = turns(4, { 0: LONG, 4: SHORT, 8: SHORT })
    const result = spliced(messages, [fold(0, 2, 'x'), fold(2, 6, 'y')])
    expect(marksIn(result)).toEqual([
      ['x', '1h'],
      ['y', '5m'],
      ['u4', '5m'],
    ])
  })

  test('moves to the digest before a message that stays within the fold, unless that message has a mark', () => {
    const edits = [fold(0, 2, 'x'), fold(3, 6)]
    expect(marksIn(spliced(turns(4, { 4: SHORT }), edits))).toEqual([['x', '5m']])
    expect(marksIn(spliced(turns(4, { 2: LONG, 4: SHORT }), edits))).toEqual([
      ['x', '1h'],
      ['u1', '1h'],
    ])
  })

  test('is never placed before a message that was moved after it', () => {
    const messages = turns(4, { 0: LONG, 2: SHORT })
    const result = spliced(messages, [fold(0, 4, 'x'), { kind: 'move', message: 0, before: 5 }])
    expect(marksIn(result).at(-1)).toEqual(['u0', '1h'])
  })

  test('is moved on the chat wire as well', () => {
    const marked = { type: 'text', text: 'a', prompt_cache_breakpoint: { mode: 'explicit', ttl: '12h' } }
    const messages = [
      { role: 'user', content: [marked] },
      { role: 'assistant', content: 'b' },
      { role: 'user', content: 'c' },
    ]
    const body = splice(viewOf(JSON.stringify({ model: 'm', messages }), 'openai-chat'), [fold(0, 2, 'x')])
    expect(JSON.parse(body).messages[0]).toEqual({ role: 'user', content: [{ ...marked, text: 'x' }] })
  })
})

describe('the last digest', () => {
  const edits = [fold(0, 2, 'x'), fold(2, 4, 'y')]

  test('leaves earlier digests as separate parts, by which a provider recognises them', () => {
    const messages = turns(5, { 8: SHORT })
    const before = spliced(messages, edits)[0]!.content
    const after = spliced(messages, [...edits, fold(4, 6, 'z')])[0]!.content
    expect(before).toEqual([text('x'), text('y', SHORT)])
    expect(after).toEqual([text('x'), text('y'), text('z', SHORT)])
  })

  test('gets a mark like the first one after it, if one more is allowed', () => {
    const result = spliced(turns(4, { 6: LONG, 8: SHORT }), edits, { system: [text('s', LONG)] })
    expect(marksIn(result)).toEqual([
      ['y', '1h'],
      ['u3', '1h'],
      ['u4', '5m'],
    ])
  })

  test('gets none if there are four already, at any position', () => {
    const four = turns(4, { 6: SHORT, 8: SHORT })
    const tool = { name: 't', input_schema: { type: 'object' }, ...SHORT }
    expect(marksIn(spliced(four, edits, { system: [text('s', SHORT)], tools: [tool] }))).toHaveLength(2)
    expect(marksIn(spliced(four, edits, { system: [text('s', SHORT)], ...SHORT }))).toHaveLength(2)
  })

  test('has the same form whether a mark is left for it or not', () => {
    const system = { system: [text('s', SHORT), text('t', SHORT)] }
    const [free] = spliced(turns(4, { 8: SHORT }), edits, system)
    const [used] = spliced(turns(4, { 6: SHORT, 8: SHORT }), edits, system)
    expect(free).toEqual({ role: 'user', content: [text('x'), text('y', SHORT)] })
    expect(used).toEqual({ role: 'user', content: [text('x'), text('y')] })
  })

  test('leaves earlier digests unchanged if a message between the folds separates them from it', () => {
    const messages = turns(4, { 8: SHORT })
    const earlier = [fold(0, 2, 'w', 'x')]
    const [before] = spliced(messages, earlier)
    const [after] = spliced(messages, [...earlier, fold(3, 6, 'y')])
    expect(before).toEqual({ role: 'user', content: [text('w'), text('x', SHORT)] })
    expect(after).toEqual({ role: 'user', content: [text('w'), text('x')] })
  })

  test('gets none if the messages have none', () => {
    const result = spliced(turns(4), edits, { system: [text('s', SHORT)] })
    expect(result[0]).toEqual({ role: 'user', content: 'x\ny' })
    expect(marksIn(result)).toEqual([])
  })
})

test('a request with valid marks stays valid after any fold', () => {
  const count = 7
  const place = fc.nat(2 * count)
  const wanted = fc.record({
    marked: fc.uniqueArray(place, { maxLength: 4 }),
    long: fc.nat(4),
    cuts: fc.uniqueArray(fc.nat(count - 1), { minLength: 1, maxLength: 4 }),
    standing: fc.nat(2 * count),
  })
  fc.assert(
    fc.property(wanted, ({ marked, long, cuts, standing }) => {
      const places = marked.sort((one, other) => one - other)
      const messages = turns(count, Object.fromEntries(places.map((at, nth) => [at, nth < long ? LONG : SHORT])))
      const ends = cuts.map((cut) => 2 * cut + 2).sort((one, other) => one - other)
      const edits: Edit[] = []
      let from = 0
      for (const to of ends) {
        const isSplit = from < standing && standing < to - 1
        if (isSplit) edits.push(fold(from, standing, `d${to}`), fold(standing + 1, to))
        else edits.push(fold(from, to, `d${to}`))
        from = to
      }
      const result = marksIn(spliced(messages, edits))
      expect(result.length).toBeLessThanOrEqual(4)
      // Marks after the folds are unchanged.
      const behind = places.filter((at) => at >= from).map((at) => `${at % 2 ? 'a' : 'u'}${at >> 1}`)
      expect(result.map(([bearer]) => bearer).slice(result.length - behind.length)).toEqual(behind)
      // If the messages had marks, at least one remains.
      if (places.length) expect(result.length).toBeGreaterThan(0)
    }),
    { numRuns: 500 },
  )
})
