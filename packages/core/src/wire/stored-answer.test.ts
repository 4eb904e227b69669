import { expect, test } from 'vitest'
import { isAnsweredLater, storesAnswer } from './stored-answer.ts'

test('the responses wire stores an answer unless the request forbids it', () => {
  expect(storesAnswer('openai-responses', {})).toBe(true)
  expect(storesAnswer('openai-responses', { store: null })).toBe(true)
  expect(storesAnswer('openai-responses', { store: false })).toBe(false)
})

test('the chat wire stores an answer only if the request asks for it', () => {
  expect(storesAnswer('openai-chat', {})).toBe(false)
  expect(storesAnswer('openai-chat', { store: null })).toBe(false)
  expect(storesAnswer('openai-chat', { store: false })).toBe(false)
  expect(storesAnswer('openai-chat', { store: true })).toBe(true)
})

test('the messages wire stores no answer', () => {
  expect(storesAnswer('anthropic-messages', { store: true })).toBe(false)
})

test('only the responses wire answers later, if the request asks for it', () => {
  expect(isAnsweredLater('openai-responses', { background: true })).toBe(true)
  for (const background of [undefined, null, false])
    expect(isAnsweredLater('openai-responses', { background })).toBe(false)
  expect(isAnsweredLater('openai-chat', { background: true })).toBe(false)
  expect(isAnsweredLater('anthropic-messages', { background: true })).toBe(false)
})
