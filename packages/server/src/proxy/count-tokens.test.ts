import { createMessageMemo, createTokenMemo, encodingOf, readRequest } from '@pleat/core'
import { describe, expect, test } from 'vitest'
import { shortSha256 } from '../adapters/sha256.ts'
import type { TokenWorker } from '../ports.ts'
import { countTokens } from './count-tokens.ts'
import { createCounters } from './counters.ts'
import type { View } from './view.ts'

const LONG = 'Every word of this is counted once. '.repeat(9000)

function viewOf(texts: readonly string[]): View & { kind: 'conversation' } {
  const messages = texts.map((content, index) => ({ role: index % 2 === 0 ? 'user' : 'assistant', content }))
  const body = JSON.stringify({ model: 'gpt-4o', messages })
  const view = readRequest(body, 'openai-chat', { hash: shortSha256, memo: createMessageMemo(1_000_000) })
  if (view.kind !== 'conversation') throw new Error(view.kind)
  return view
}

function openDeps(count: TokenWorker['count']) {
  const asked: number[] = []
  const tokenWorker: TokenWorker = {
    count(texts, encoding) {
      asked.push(texts.length)
      return count(texts, encoding)
    },
    close: async () => {},
  }
  const log = { info() {}, warn() {}, error() {} }
  return {
    deps: { hash: shortSha256, tokenMemo: createTokenMemo(1_000_000), tokenWorker, log, counters: createCounters() },
    asked,
  }
}

const countHere: TokenWorker['count'] = async (texts) => texts.map((text) => encodingOf('o200k').count(text))

describe('text so long that other requests would feel it', () => {
  test('is counted by the worker, once, and to the same number', async () => {
    const { deps, asked } = openDeps(countHere)
    const view = viewOf(['Short.', 'Short too.', LONG])
    const total = await countTokens(deps, view, Buffer.from(view.conversation.body.toString()))
    expect(asked).toEqual([3])
    expect(await countTokens(deps, view, Buffer.from(view.conversation.body.toString()))).toBe(total)
    expect(asked).toEqual([3])
    const alone = openDeps(countHere)
    const parts = await Promise.all(
      ['Short.', 'Short too.'].map((text) => countTokens(alone.deps, viewOf([text]), Buffer.alloc(0))),
    )
    // 3 tokens are the request's own, and each message has a frame of 4.
    const expected = parts.reduce((sum, tokens) => sum + tokens - 3, 3) + encodingOf('o200k').count(LONG) + 4
    expect(total).toBe(expected)
  })

  test('is counted here when the worker fails', async () => {
    const good = openDeps(countHere)
    const bad = openDeps(() => Promise.reject(new Error('dead')))
    const view = viewOf([LONG])
    const body = Buffer.from(view.conversation.body.toString())
    expect(await countTokens(bad.deps, view, body)).toBe(await countTokens(good.deps, view, body))
  })
})

test('short texts never go to the worker', async () => {
  const { deps, asked } = openDeps(countHere)
  await countTokens(deps, viewOf(['Hello', 'Hi']), Buffer.alloc(0))
  expect(asked).toEqual([])
})

test('a counter that fails is no reason to fail: the length is guessed from', async () => {
  const { deps } = openDeps(countHere)
  const tokenMemo = {
    ...deps.tokenMemo,
    get: () => {
      throw new Error('count')
    },
  }
  expect(await countTokens({ ...deps, tokenMemo }, viewOf(['Hello', 'Hello.', 'And now?']), Buffer.alloc(40))).toBe(10)
  expect(deps.counters.read().count_failed).toBe(1)
})

test('a body that nobody can read is guessed at by its length', async () => {
  const { deps } = openDeps(countHere)
  expect(await countTokens(deps, { kind: 'opaque', reason: 'x', model: '' }, Buffer.alloc(401))).toBe(101)
})
