import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createMessageMemo } from '../wire/message-memo.ts'
import { readRequest } from '../wire/read-request.ts'
import { encodingOf } from './encoding.ts'
import { textsOfMessage } from './message-texts.ts'
import { messageTokens } from './request-tokens.ts'

const LONG = 600_000
const hash = (text: string) => `${text.length}:${text.slice(0, 20)}`

/** The texts that are counted of a message of one text, written as `content`, a JSON literal. */
function textsOf(content: string): string[] {
  const body = `{"model":"m","messages":[{"role":"user","content":${content}}]}`
  const view = readRequest(body, 'openai-chat', { hash, memo: createMessageMemo(1000) })
  if (view.kind !== 'conversation') throw new Error(view.kind)
  const { conversation } = view
  return [...textsOfMessage(conversation, conversation.messages[0]!)]
}

describe('the text of a long message', () => {
  it.each([
    ['prose', 'The harbour is quiet. '],
    ['Han', '\u6e2f\u53e3\u5f88\u5b89\u9759'],
    ['characters beyond the first plane', '\u{1f600}\u{20000}'],
    ['line breaks and quotation marks', '"\n\\\t'],
  ])('is returned in pieces that together are the whole text: %s', (_name, unit) => {
    const text = unit.repeat(Math.ceil((3 * LONG) / unit.length))
    for (const content of [JSON.stringify(text), escaped(text)]) {
      const pieces = textsOf(content)
      expect(pieces.length).toBeGreaterThan(1)
      expect(pieces.join('')).toBe(text)
    }
  })

  it('is never cut within an escape or a character, at any position', () => {
    const unit = fc.constantFrom('a', ' ', '"', '\\', '\n', '\u00e9', '\u6e2f', '\u{1f600}', '\u0001', 'u4e00')
    fc.assert(
      fc.property(fc.array(unit, { minLength: 40, maxLength: 400 }), fc.nat(9), (units, shift) => {
        const text = 'x'.repeat(shift) + units.join('').repeat(Math.ceil((2 * LONG) / units.join('').length))
        expect(textsOf(JSON.stringify(text)).join('')).toBe(text)
        expect(textsOf(escaped(text)).join('')).toBe(text)
      }),
      { numRuns: 15 },
    )
  })

  it('is never cut within an escape in long runs of one character', () => {
    const unit = fc.constantFrom('\\', '\\', 'a', '"', '\n', '\u6e2f', '\u{1f600}', '\u0001')
    const run = fc.tuple(unit, fc.integer({ min: 1, max: LONG }))
    fc.assert(
      fc.property(fc.array(run, { minLength: 1, maxLength: 4 }), fc.nat(2), (runs, shift) => {
        const text = 'x'.repeat(shift) + runs.map(([each, times]) => each.repeat(times)).join('')
        expect(textsOf(JSON.stringify(text)).join('')).toBe(text)
        expect(textsOf(escaped(text)).join('')).toBe(text)
      }),
      { numRuns: 15, examples: [[[['\\', LONG]], 1]] },
    )
  })

  it('is returned whole if it is short', () => {
    expect(textsOf(JSON.stringify('Hello there'))).toEqual(['Hello there'])
  })
})

describe('a block that is counted as JSON', () => {
  const marks = ['"cache_control":{"type":"ephemeral","ttl":"1h"}', '"cache_control": null']
  const members = ['"type":"search_result"', '"title":"Log, \\"cache_control\\":{}"', '"content":[]']

  it.each(marks)('has the same tokens with the mark %s as without', (mark) => {
    const plain = tokensOf(`{ ${members.join(', ')} }`)
    for (let place = 0; place <= members.length; place++) {
      expect(tokensOf(`{ ${members.toSpliced(place, 0, mark).join(', ')} }`)).toBe(plain)
    }
    expect(plain).toBeGreaterThan(tokensOf(`{ ${members.toSpliced(1, 1).join(', ')} }`))
  })

  it.each(['{', ',', ' ', '{ ', '"cache_control":{'])('is read in linear time if it repeats "%s"', (part) => {
    const start = performance.now()
    tokensOf(`{"type":"search_result"${' '.repeat(200_000)},"text":${JSON.stringify(part.repeat(100_000))}}`)
    expect(performance.now() - start).toBeLessThan(4_000)
  })
})

/** Tokens of a user message of one block, written as JSON. */
function tokensOf(block: string): number {
  const body = `{"model":"m","max_tokens":9,"messages":[{"role":"user","content":[${block}]}]}`
  const view = readRequest(body, 'anthropic-messages', { hash, memo: createMessageMemo(1000) })
  if (view.kind !== 'conversation') throw new Error(view.kind)
  return messageTokens(view.conversation, view.conversation.messages[0]!, encodingOf('o200k'))
}

/** JSON in which every unit beyond ASCII is an escape. */
function escaped(text: string): string {
  return JSON.stringify(text).replace(
    /[\u0080-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
