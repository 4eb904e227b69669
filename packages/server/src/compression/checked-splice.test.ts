import { createMessageMemo, type Edit, readRequest } from '@pleat/core'
import { expect, test } from 'vitest'
import { shortSha256 } from '../adapters/sha256.ts'
import { checkedSplice } from './checked-splice.ts'

const CALL = {
  role: 'assistant',
  content: null,
  tool_calls: [{ id: 'c1', type: 'function', function: { name: 'f', arguments: '{}' } }],
}
const RESULT = { role: 'tool', tool_call_id: 'c1', content: 'Done.' }
const QUESTION = { role: 'user', content: 'And now?' }

/** Splices `edits` into a chat of these messages. */
function spliced(messages: readonly object[], edits: readonly Edit[]) {
  const body = JSON.stringify({ model: 'm', messages })
  const read = readRequest(body, 'openai-chat', { hash: shortSha256, memo: createMessageMemo(1_000_000) })
  if (read.kind !== 'conversation') throw new Error(read.kind)
  const counted: string[] = []
  const logged: string[] = []
  const deps = {
    counters: { add: (name: string) => void counted.push(name) },
    log: {
      info: () => void logged.push('info'),
      warn: () => void logged.push('warn'),
      error: () => void logged.push('error'),
    },
  }
  return { body: checkedSplice(deps, read.conversation, edits)?.toString(), counted, logged }
}

const recallBefore = (before: number): Edit => ({ kind: 'recall', before, text: 'From the record.' })
const foldOf = (from: number, to: number): Edit => ({ kind: 'fold', from, to, digests: [{ text: 'Record' }] })

test('a spliced body that breaks no rule is returned', () => {
  const { body, counted, logged } = spliced([QUESTION, CALL, RESULT, QUESTION], [recallBefore(3)])
  expect(body).toContain('From the record.')
  expect([counted, logged]).toEqual([[], []])
})

test('a splice that breaks a rule is a failure', () => {
  const { body, counted, logged } = spliced([QUESTION, CALL, RESULT, QUESTION], [foldOf(0, 2)])
  expect(body).toBeUndefined()
  expect([counted, logged]).toEqual([['self_check_failed'], ['error']])
})

test('a history that breaks a rule itself is sent unchanged, without a failure', () => {
  const { body, counted, logged } = spliced([QUESTION, CALL, QUESTION], [recallBefore(2)])
  expect(body).toBeUndefined()
  expect([counted, logged]).toEqual([[], ['info']])
})
