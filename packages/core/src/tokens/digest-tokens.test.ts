import { expect, it } from 'vitest'
import type { Edit } from '../edits.ts'
import { countDigests } from './digest-tokens.ts'
import { encodingOf, loadEncoding } from './encoding.ts'
import { tokenProfileOf } from './model-tokens.ts'
import { createPartCounter } from './request-tokens.ts'
import { createTokenMemo } from './token-memo.ts'

await loadEncoding('cl100k')

const TEXTS = ['1U Größenwahn (in Zürich)', '2A 東京 and 京都 in 2031', '3U fertig.']

function counted(model: string, edits: readonly Edit[]): number[] {
  const profile = tokenProfileOf(model, 'openai-chat')
  const counter = createPartCounter(encodingOf(profile.encoding), createTokenMemo(1_000_000), (text) => text)
  return countDigests(edits, { profile, counter }).map(({ tokens }) => tokens)
}

function foldsOf(digests: readonly { text: string }[]): Edit[] {
  return digests.map((digest, i) => ({ kind: 'fold', from: 2 * i, to: 2 * i + 2, digests: [digest] }))
}

it('countDigests counts a known digest like an unknown one, for any model and any next digest', () => {
  const digests = TEXTS.map((text) => ({ text }))
  for (const model of ['gpt-4o', 'gpt-4', 'gpt-4o']) {
    for (const count of [3, 2, 3, 1]) {
      const anew = foldsOf(TEXTS.slice(0, count).map((text) => ({ text })))
      expect(counted(model, foldsOf(digests.slice(0, count)))).toEqual(counted(model, anew))
    }
  }
})

it('the counts of countDigests add up to the tokens of the message that the digests form together', () => {
  for (const model of ['gpt-4o', 'gpt-4']) {
    const { perMessage, perRole, encoding } = tokenProfileOf(model, 'openai-chat')
    const sum = counted(model, foldsOf(TEXTS.map((text) => ({ text })))).reduce((one, other) => one + other)
    expect(sum).toBe(perMessage + perRole + encodingOf(encoding).count(TEXTS.join('\n')))
  }
})
