import { existsSync, readdirSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { oddBody, sha256 } from '../../test/wire-bodies.ts'
import type { WireFormat } from '../conversation.ts'
import { createMessageMemo, type MessageMemo } from './message-memo.ts'
import { readRequest } from './read-request.ts'

/** Not shipped with the repository; the tests that need it are skipped without it. */
const SUITE = new URL('../../../../../shared/robust/JSONTestSuite/', import.meta.url)

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

function isTakenForJson(body: string, format: WireFormat, memo: MessageMemo = createMessageMemo(1_000_000)): boolean {
  const result = readRequest(body, format, { hash: sha256, memo })
  return result.kind !== 'invalid' || !result.message.includes('not valid JSON')
}

/** One change of a text: a piece is removed, inserted or copied. */
const damage = fc.record({
  at: fc.nat(),
  length: fc.constantFrom(0, 0, 1, 1, 2, 9),
  piece: fc.oneof(
    fc.constantFrom(
      ...'{}[]":,\\-0.eE tnu\u0000\t\n\u000b\u00a0\ufeff',
      '',
      'true',
      'null',
      '"a":1,',
      '"messages":[],',
      '{},',
      '\\u00',
    ),
    fc.nat(),
  ),
})

function damaged(text: string, damages: readonly { at: number; length: number; piece: string | number }[]): string {
  let result = text
  for (const { at, length, piece } of damages) {
    const place = result.length === 0 ? 0 : at % result.length
    const from = typeof piece === 'number' ? piece % (result.length + 1) : 0
    const put = typeof piece === 'number' ? result.slice(from, from + 12) : piece
    result = result.slice(0, place) + put + result.slice(place + length)
  }
  return result
}

describe('a body is accepted as JSON exactly when it is JSON', () => {
  test('for bodies with random damage, with a memo that contains the messages', () => {
    fc.assert(
      fc.property(oddBody, fc.array(damage, { maxLength: 3 }), ({ text, format }, damages) => {
        const memo = createMessageMemo(1_000_000)
        isTakenForJson(text, format, memo)
        const body = damaged(text, damages)
        expect(isTakenForJson(body, format, memo)).toBe(isJson(body))
      }),
      { numRuns: 1_500 },
    )
  })

  test('for deep nesting at any position', () => {
    const deep = '['.repeat(100_000)
    const closed = deep + ']'.repeat(100_000)
    for (const inner of [deep, closed]) {
      const bodies = [inner, `{"messages":${inner}}`, `{"messages":[${inner}]}`, `{"messages":[],"x":${inner}}`]
      bodies.push(`{"messages":[{"role":"user","content":[{"type":"text","text":"a","x":${inner}}]}]}`)
      for (const body of bodies) expect(isTakenForJson(body, 'openai-chat')).toBe(isJson(body))
    }
  })

  test.skipIf(!existsSync(SUITE))('on every file of the JSON test suite', () => {
    let files = 0
    for (const folder of ['test_parsing/', 'test_transform/']) {
      for (const name of readdirSync(new URL(folder, SUITE))) {
        const text = readFileSync(new URL(folder + encodeURIComponent(name), SUITE)).toString()
        const bodies = [
          text,
          `{"messages":${text}}`,
          `{"messages":[{"role":"user","content":"a"},${text}]}`,
          `{"x":${text},"messages":[]}`,
          `{"messages":[{"role":"user","content":"a","x":${text}}]}`,
          `{"messages":[{"role":"assistant","content":[{"type":"tool_use","id":"a","name":"b","input":${text}}]}]}`,
        ]
        for (const body of bodies) {
          const found = [isTakenForJson(body, 'openai-chat'), isTakenForJson(body, 'anthropic-messages')]
          expect([name, ...found]).toEqual([name, isJson(body), isJson(body)])
        }
        files++
      }
    }
    expect(files).toBeGreaterThan(300)
  })
})
