import { createMessageMemo, type Hash } from '@pleat/core'
import { expect, test } from 'vitest'
import { shortSha256 } from '../adapters/sha256.ts'
import { createCounters } from './counters.ts'
import { RecentBodies } from './recent-bodies.ts'
import { readView, type ViewDeps } from './view.ts'

const log = { info() {}, warn() {}, error() {} }

function bodyOf(...texts: string[]): Buffer {
  return Buffer.from(JSON.stringify({ model: 'gpt-4o', messages: texts.map((content) => ({ role: 'user', content })) }))
}

test('a message is known again whether its body is hashed as bytes or as text', () => {
  const hashedTexts: string[] = []
  const hash: Hash = (text) => {
    hashedTexts.push(text)
    return shortSha256(text)
  }
  const made = {
    hash,
    hashBytes: shortSha256,
    messageMemo: createMessageMemo(1_000_000),
    recentBodies: new RecentBodies(),
    log,
    counters: createCounters(),
  }
  const deps: ViewDeps = made
  const read = (body: Buffer) => {
    const view = readView(deps, 'openai-chat', body)
    return view.kind === 'conversation' ? view.conversation.messages.map(({ shape }) => shape) : []
  }
  const [plain] = read(bodyOf('Known.', 'Only ASCII.', 'And now?'))
  const [again] = read(bodyOf('Known.', 'Größer als ASCII.', 'And now?'))
  expect(again).toBe(plain)
  expect(hashedTexts.some((text) => text.includes('"Only ASCII."'))).toBe(false)
  expect(hashedTexts).toContain('{"role":"user","content":"Größer als ASCII."}')
})
