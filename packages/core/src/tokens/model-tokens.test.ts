import { describe, expect, it } from 'vitest'
import type { WireFormat } from '../conversation.ts'
import { tokenProfileOf } from './model-tokens.ts'

/** Encoding, factor, per message + per role + per request, exact. */
function summaryOf(model: string, format: WireFormat = 'openai-chat'): string {
  const { encoding, factor, perMessage, perRole, perRequest, isExact } = tokenProfileOf(model, format)
  return `${encoding} ${factor} ${perMessage}+${perRole}+${perRequest}${isExact ? ' exact' : ''}`
}

describe('tokenProfileOf', () => {
  it.each([
    'gpt-4o',
    'gpt-4o-mini-2024-07-18',
    'gpt-4.1-nano',
    'gpt-4.5-preview',
    'chatgpt-4o-latest',
    'openai/gpt-4o',
    'ft:gpt-4o-mini:acme::1',
  ])('counts a role for %s', (model) => {
    expect(summaryOf(model)).toBe('o200k 1 3+1+3 exact')
  })

  it.each(['gpt-5', 'gpt-5.2-chat-latest', 'gpt-6-mini', 'o1', 'o3-mini', 'o4-mini-2025-04-16', 'codex-mini-latest'])(
    'counts no role for %s',
    (model) => {
      expect(summaryOf(model)).toBe('o200k 1 3+0+3 exact')
    },
  )

  it.each(['gpt-4', 'gpt-4-0613', 'gpt-4-turbo', 'gpt-4-32k', 'gpt-3.5-turbo', 'gpt-35-turbo', 'GPT-3.5-Turbo-0125'])(
    'counts %s in cl100k',
    (model) => {
      expect(summaryOf(model)).toBe('cl100k 1 3+1+3 exact')
    },
  )

  it.each([
    'claude-3-opus-20240229',
    'claude-3-5-sonnet-latest',
    'claude-3.7-sonnet',
    'claude-2.1',
    'claude-instant-1.2',
    'claude-opus-4-20250514',
    'claude-sonnet-4-5-20250929',
    'claude-opus-4-6',
    'anthropic/claude-sonnet-4.6',
    'us.anthropic.claude-haiku-4-5-20251001-v1:0',
    'claude-sonnet-4@20250514',
  ])('starts %s at the factor of older Claude models', (model) => {
    expect(summaryOf(model, 'anthropic-messages')).toBe('o200k 1.15 4+0+3')
  })

  it.each([
    'claude-opus-4-7',
    'claude-opus-4.8',
    'claude-opus-4_8',
    'claude-sonnet-5',
    'claude-opus-5-20260401',
    'claude-opus-5-5',
    'claude-fable-5-1',
    'claude-mythos-preview',
    'claude-latest',
    'anthropic.claude-haiku-5-5-v1:0',
  ])('starts %s at the factor of newer Claude models', (model) => {
    expect(summaryOf(model, 'anthropic-messages')).toBe('o200k 1.42 4+0+3')
  })

  it.each(['gemini-2.5-pro', 'llama-3.3-70b', 'gpt-2', 'my-deployment', ''])(
    'counts %s in o200k without a correction',
    (model) => {
      expect(summaryOf(model)).toBe('o200k 1 4+0+3')
    },
  )

  it("is not exact if the model's input exceeds the request", () => {
    expect(summaryOf('gpt-4o-search-preview')).toBe('o200k 1 3+1+3')
    expect(summaryOf('gpt-4o', 'anthropic-messages')).toBe('o200k 1 3+1+3')
  })
})
