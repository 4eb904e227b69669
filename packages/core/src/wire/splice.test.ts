import { describe, expect, test } from 'vitest'
import { bodyOf, viewOf } from '../../test/wire-bodies.ts'
import type { Edit } from '../edits.ts'
import { splice } from './splice.ts'

const four = `{"model":"m", "messages": [ {"role":"user","content":"a"} , {"role":"assistant","content":"b"},
  {"role":"user","content":"c"},{"role":"assistant","content":"d"} ] ,"n":1.0}`
const chat = viewOf(four, 'openai-chat')

describe('a move', () => {
  const fold: Edit = { kind: 'fold', from: 0, to: 2, digests: [{ text: 'x' }] }

  test('inserts a folded message at its target, byte for byte', () => {
    expect(splice(chat, [fold, { kind: 'move', message: 1, before: 3 }])).toBe(
      `{"model":"m", "messages": [{"role":"user","content":"x"},
  {"role":"user","content":"c"}, {"role":"assistant","content":"b"},{"role":"assistant","content":"d"} ] ,"n":1.0}`,
    )
  })

  test('may target the end, in order if there are several', () => {
    const moves: Edit[] = [0, 1].map((message) => ({ kind: 'move', message, before: 4 }))
    const { messages } = JSON.parse(splice(chat, [fold, ...moves])) as { messages: { content: string }[] }
    expect(messages.map(({ content }) => content)).toEqual(['x', 'c', 'd', 'a', 'b'])
  })

  test('is refused for a message that is not folded, for one that was moved, and to a folded position', () => {
    expect(() => splice(chat, [fold, { kind: 'move', message: 2, before: 3 }])).toThrow('cannot be moved')
    expect(() => splice(chat, [fold, { kind: 'move', message: 0, before: 1 }])).toThrow('cannot be moved')
    expect(() => splice(chat, [fold, { kind: 'move', message: 0, before: 9 }])).toThrow('cannot be moved')
    const twice: Edit[] = [2, 3].map((before) => ({ kind: 'move', message: 0, before }))
    expect(() => splice(chat, [fold, ...twice])).toThrow('cannot be moved')
  })
})

describe('a fold', () => {
  test('replaces the messages with one user message that contains its digests', () => {
    expect(splice(chat, [{ kind: 'fold', from: 0, to: 2, digests: [{ text: 'x' }, { text: 'y "z"' }] }])).toBe(
      `{"model":"m", "messages": [{"role":"user","content":"x\\ny \\"z\\""},
  {"role":"user","content":"c"},{"role":"assistant","content":"d"} ] ,"n":1.0}`,
    )
  })

  test('at the end leaves no comma', () => {
    expect(splice(chat, [{ kind: 'fold', from: 2, to: 4, digests: [] }])).toBe(
      `{"model":"m", "messages": [ {"role":"user","content":"a"} , {"role":"assistant","content":"b"}] ,"n":1.0}`,
    )
  })

  test('adjacent to another forms one message with it', () => {
    const edits: Edit[] = [
      { kind: 'fold', from: 2, to: 4, digests: [{ text: 'y' }] },
      { kind: 'fold', from: 0, to: 2, digests: [{ text: 'x' }] },
    ]
    expect(splice(chat, edits)).toBe('{"model":"m", "messages": [{"role":"user","content":"x\\ny"}] ,"n":1.0}')
  })

  test('of everything without digests leaves an empty array', () => {
    expect(splice(chat, [{ kind: 'fold', from: 0, to: 4, digests: [] }])).toBe('{"model":"m", "messages": [] ,"n":1.0}')
  })
})

describe('other edits', () => {
  test('a recall is a user message before the named one', () => {
    const result = splice(chat, [{ kind: 'recall', before: 0, text: 'r' }])
    expect(result).toBe(four.replace('[ {', '[{"role":"user","content":"r"}, {'))
  })

  test('a shortened text replaces only its own literal', () => {
    const result = splice(chat, [{ kind: 'shorten', message: 2, part: 0, leaf: 0, text: 'é\n' }])
    expect(result).toBe(four.replace('"c"', '"é\\n"'))
  })

  test('lone surrogates are written as escapes', () => {
    const result = splice(chat, [{ kind: 'shorten', message: 0, part: 0, leaf: 0, text: 'cut \ud83d' }])
    expect(result).toContain('"cut \\ud83d"')
  })

  test('thinking is removed with one comma, at any position', () => {
    const think = '{"type":"thinking","thinking":"","signature":"s"}'
    const text = '{"type":"text","text":"b"}'
    const content = `[ ${think} ,${think}, ${text} , ${think},${think} ]`
    const body = `{"messages":[{"role":"user","content":"a"},{"role":"assistant","content":${content}},{"role":"user","content":"c"}]}`
    const view = viewOf(body, 'anthropic-messages')
    const drop = (part: number): Edit => ({ kind: 'drop', message: 1, part })
    const contentAfter = (edits: Edit[]) =>
      JSON.parse(splice(view, edits)).messages[1].content.map((block: { type: string }) => block.type)
    expect(contentAfter([drop(4), drop(0), drop(3), drop(1)])).toEqual(['text'])
    expect(contentAfter([drop(0)])).toEqual(['thinking', 'text', 'thinking', 'thinking'])
    expect(contentAfter([drop(4)])).toEqual(['thinking', 'thinking', 'text', 'thinking'])
    expect(contentAfter([drop(1), drop(3)])).toEqual(['thinking', 'text', 'thinking'])
  })
})

describe('invalid edits are refused', () => {
  const shorten: Edit = { kind: 'shorten', message: 0, part: 0, leaf: 0, text: 's' }
  const fold: Edit = { kind: 'fold', from: 0, to: 2, digests: [{ text: 'x' }] }
  const recall: Edit = { kind: 'recall', before: 2, text: 'r' }
  const refused: readonly (readonly [string, Edit[]])[] = [
    ['folds that overlap', [fold, { ...fold, from: 1, to: 3 }]],
    ['an empty fold', [{ ...fold, to: 0 }]],
    ['a fold past the end', [{ ...fold, to: 5 }]],
    ['a fold before the start', [{ ...fold, from: -1 }]],
    ['a fold between messages', [{ ...fold, from: 0.5 }]],
    ['a blank digest', [{ ...fold, digests: [{ text: ' \n' }] }]],
    ['an edit inside a fold', [fold, shorten]],
    ['a recall before a folded message', [fold, { ...recall, before: 0 }]],
    ['a recall past the end', [{ ...recall, before: 4 }]],
    ['two recalls in one place', [recall, recall]],
    ['a text shortened twice', [shorten, shorten]],
    ['a text shortened to nothing', [{ ...shorten, text: '' }]],
    ['a missing leaf', [{ ...shorten, leaf: 1 }]],
    ['a missing part', [{ ...shorten, part: 1 }]],
    ['a missing message', [{ ...shorten, message: 9 }]],
    ['dropping a part other than thinking', [{ kind: 'drop', message: 1, part: 0 }]],
  ]

  test.each(refused)('%s', (_, edits) => {
    expect(() => splice(chat, edits)).toThrow()
  })

  test('dropping all parts of a message', () => {
    const thinking = { type: 'thinking', thinking: 'x', signature: 's' }
    const body = bodyOf([
      { role: 'user', content: 'a' },
      { role: 'assistant', content: [thinking, thinking] },
    ])
    const both: Edit[] = [
      { kind: 'drop', message: 1, part: 0 },
      { kind: 'drop', message: 1, part: 1 },
    ]
    expect(() => splice(viewOf(body, 'anthropic-messages'), both)).toThrow()
    expect(() => splice(viewOf(body, 'anthropic-messages'), [both[0]!, both[0]!])).toThrow()
  })

  test('any edit of a conversation without messages', () => {
    expect(() => splice(viewOf(bodyOf([]), 'openai-chat'), [recall])).toThrow()
  })
})
