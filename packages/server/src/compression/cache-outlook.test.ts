import { createMessageMemo, createTokenMemo, NO_CACHING, readRequest } from '@pleat/core'
import { expect, test } from 'vitest'
import { shortSha256 } from '../adapters/sha256.ts'
import { cacheAnswer } from './cache-outlook.ts'
import { foldRequest } from './fold-request.ts'

const OUTLOOK = { signs: [], decisions: [], before: undefined, misses: 0, isCaching: undefined, untold: 0 }

test('the share of the instructions in a sent body is the same in all scripts', () => {
  const shareOf = (sign: string) => {
    const said = [
      { role: 'system', content: sign.repeat(500) },
      { role: 'user', content: sign.repeat(500) },
    ]
    const body = JSON.stringify({ model: 'm', messages: said })
    const view = readRequest(body, 'openai-chat', { hash: shortSha256, memo: createMessageMemo(1_000_000) })
    if (view.kind !== 'conversation') throw new Error(view.kind)
    const { conversation } = view
    const deps = { hash: shortSha256, tokenMemo: createTokenMemo(1_000_000), vectors: undefined }
    const request = {
      conversation,
      state: undefined,
      objective: 'tokens',
      caching: NO_CACHING,
      cacheSigns: [],
    } as const
    const { state } = foldRequest(deps, request)
    return cacheAnswer(OUTLOOK, { conversation, state, sent: Buffer.from(body) }).pinnedShare
  }
  expect(shareOf('漢')).toBeCloseTo(shareOf('a'), 5)
  expect(shareOf('a')).toBeGreaterThan(0.4)
})
