import type { WireFormat } from '@pleat/core'
import { describe, expect, it } from 'vitest'
import { shortSha256 } from '../adapters/sha256.ts'
import { digestLinesByMessage, splitDigest } from './digest-lines.ts'
import { createExplainer, type Explanation, explain } from './explanation.ts'
import { partsOf } from './summary.ts'
import { talkRequest } from './talk.fixture.ts'

const explainTalk = (format: WireFormat, turns: number): Explanation =>
  explain({ hash: shortSha256, vectors: undefined }, talkRequest(format, turns))
const formats: readonly WireFormat[] = ['openai-chat', 'anthropic-messages']

describe.each(formats)('explain on %s', (format) => {
  it('accounts for every token, before and after the fold', () => {
    for (const turns of [2, 6, 12, 25, 50]) {
      const explanation = explainTalk(format, turns)
      const parts = partsOf(explanation)
      expect(parts.reduce((sum, { original }) => sum + original, 0)).toBe(explanation.originalTokens)
      expect(parts.reduce((sum, { sent }) => sum + sent, 0)).toBe(explanation.sentTokens)
      expect(parts.reduce((sum, { messages }) => sum + messages, 0)).toBe(explanation.messages.length)
    }
  })

  it('folds the old messages of a long conversation and does not change the newest one', () => {
    const explanation = explainTalk(format, 50)
    expect(explanation).toMatchObject({ turn: 62, outcome: expect.stringMatching(/folded|recalled/) })
    expect(explanation.sentTokens).toBeLessThan(0.7 * explanation.originalTokens)
    expect(explanation.messages.find(({ role }) => role === 'user')).toMatchObject({
      turn: 1,
      fate: 'folded',
      sentTokens: 0,
    })
    expect(explanation.messages.at(-1)).toMatchObject({ turn: 62, role: 'user', fate: 'kept' })
    expect(explanation.added.some(({ kind }) => kind === 'digest')).toBe(true)
    expect(explanation.notes.join()).toContain('Every fold is free here')
  })

  it('changes nothing at the start of a conversation', () => {
    const explanation = explainTalk(format, 3)
    expect(explanation).toMatchObject({ outcome: 'short-conversation', added: [], notes: [] })
    expect(explanation.sentTokens).toBe(explanation.originalTokens)
  })

  it('is the same for a request after the earlier requests of its conversation', () => {
    const explainNext = createExplainer({ hash: shortSha256, vectors: undefined })
    for (const turns of [6, 12, 25, 26, 50]) {
      expect(explainNext(talkRequest(format, turns))).toEqual(explainTalk(format, turns))
    }
  })

  it('puts every digest line beside one folded message, whose first line names its turn and speaker', () => {
    const explanation = explainTalk(format, 50)
    const lines = digestLinesByMessage(explanation)
    const digests = explanation.added.filter(({ kind }) => kind === 'digest')
    const written = digests.flatMap(({ text }) => splitDigest(text).lines)
    expect([...lines.values()].flat().toSorted()).toEqual(written.toSorted())
    for (const [index, [first]] of lines) {
      const { turn, role, fate } = explanation.messages[index]!
      expect(fate).toBe('folded')
      expect(first).toMatch(new RegExp(`^${turn}${role === 'tool' ? 'T' : role === 'user' ? 'U' : 'A'}`))
    }
  })

  it('shows calls and results of tools', () => {
    const { messages } = explainTalk(format, 6)
    expect(messages.some(({ text }) => text.startsWith('-> list {"path":"/srv"}'))).toBe(true)
    expect(messages.find(({ role }) => role === 'tool')!.text).toMatch(/^<- \/srv\/sales\/4\/row-0/)
  })
})

it('pins every message of a request that has only instructions', () => {
  const messages = ['Be brief.', 'Be kind.'].map((content) => ({ role: 'system', content }))
  const body = JSON.stringify({ model: 'gpt-4o', messages })
  const explained = explain({ hash: shortSha256, vectors: undefined }, { format: 'openai-chat', body, notes: [] })
  expect(explained.messages.map(({ fate }) => fate)).toEqual(['pinned', 'pinned'])
})

it('notes that the provider would refuse an invalid request', () => {
  const open = {
    role: 'assistant',
    content: null,
    tool_calls: [{ id: 'c', type: 'function', function: { name: 'f', arguments: '{}' } }],
  }
  const body = JSON.stringify({ model: 'gpt-4o', messages: [open, { role: 'user', content: 'x' }] })
  const { notes } = explain({ hash: shortSha256, vectors: undefined }, { format: 'openai-chat', body, notes: [] })
  expect(notes.join()).toContain('would refuse')
})

it.each(['{', '[]', '{"model":"m"}'])('refuses %s, which is not a request', (body) => {
  const deps = { hash: shortSha256, vectors: undefined }
  expect(() => explain(deps, { format: 'openai-chat', body, notes: [] })).toThrow()
})
