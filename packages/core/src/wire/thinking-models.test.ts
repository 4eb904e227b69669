import { expect, test } from 'vitest'
import { bindsThinking } from './thinking-models.ts'

test.each([
  'claude-fable-5-1',
  'claude-fable-5-2',
  'claude-mythos-5-1',
  'claude-opus-5-5',
  'claude-sonnet-5-5-20261001',
  'anthropic/claude-haiku-5.5',
  'us.anthropic.claude-opus-5-5-v1:0',
  'claude-opus-5-5[1m]',
  'claude-sonnet-6',
  'claude-mythos-preview',
  'claude-next',
])('%s binds its thinking', (model) => {
  expect(bindsThinking(model)).toBe(true)
})

test.each([
  'claude-sonnet-4-5-20250929',
  'claude-opus-4-20250514',
  'claude-3-5-sonnet-20241022',
  'claude-3-7-sonnet-latest',
  'claude-2.1',
  'claude-opus-5',
  'claude-sonnet-5-20260601',
  'claude-fable-5@20260401',
  'anthropic.claude-opus-4-v1:0',
  'anthropic/claude-opus-4.6',
  'gpt-5.6',
  'glm-5.1',
  '',
])('%s does not bind its thinking', (model) => {
  expect(bindsThinking(model)).toBe(false)
})
