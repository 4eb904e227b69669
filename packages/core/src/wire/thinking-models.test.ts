import { expect, test } from 'vitest'
import { bindsReasoning, bindsThinking } from './thinking-models.ts'

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

test.each([
  ['gpt-5.6', true],
  ['gpt-5.10', true],
  ['gpt-6', true],
  ['GPT-5.6-2026-05-01', true],
  ['openai/gpt-5.6-codex', true],
  ['ft:gpt-5.6:acme::abc', true],
  ['gpt-5.5', false],
  ['gpt-5', false],
  ['gpt-5-2025-08-07', false],
  ['gpt-4.9', false],
  ['o3', false],
  ['my-gpt-6', false],
  ['claude-opus-5-5', false],
  ['', false],
])('the reasoning of %s is bound: %s', (model, isBound) => {
  expect(bindsReasoning(model)).toBe(isBound)
})
