import { describe, expect, it } from 'vitest'
import type { Caching } from '../../caching.ts'
import type { WireFormat } from '../../conversation.ts'
import { splice } from '../../wire/splice.ts'
import { fold } from '../fold.ts'
import type { FoldState } from '../state.ts'
import { conversationOf, countTokens, requestsOf, transcript, type WireMessage } from '../talk.fixture.ts'
import type { CacheSign } from './cache-sign.ts'

const CACHED: Caching = { kind: 'automatic', write: 1, leastTokens: 1024 }

const exchanges = (from: number, count: number): WireMessage[] =>
  Array.from({ length: count }, (_, i) => [
    { role: 'user', content: `Which cranes has harbour ${from + i}, and who painted number ${3 * (from + i)}?` },
    {
      role: 'assistant',
      content: Array.from(
        { length: 12 },
        (_, k) => `Crane ${k} of harbour ${from + i} was painted by crew ${i * 7 + k}.`,
      ).join(' '),
    },
  ]).flat()

const PDF = {
  type: 'file',
  file: { filename: 'rules.pdf', file_data: `data:application/pdf;base64,${'JVBERi0xLjQK'.repeat(40)}` },
}
const TEXT = {
  type: 'document',
  source: { type: 'text', media_type: 'text/plain', data: 'The quay is closed in May. '.repeat(40) },
}
const SYSTEM = { role: 'system', content: 'You answer in short sentences and name sources. '.repeat(160) }

/** The sent messages of each request, beginning with the one whose newest message is the document. */
function sentWith(
  format: WireFormat,
  part: object,
  coldFrom?: number,
): { readonly given: WireMessage; readonly sent: WireMessage[][] } {
  const given = {
    role: 'user',
    content: [part, { type: 'text', text: 'What is in it?' }],
  }
  const before = [...(format === 'openai-chat' ? [SYSTEM] : []), ...exchanges(0, 4)]
  const messages = [...before, given, { role: 'assistant', content: 'Rules of the harbour.' }, ...exchanges(4, 60)]
  const cacheSigns: CacheSign[] = coldFrom === undefined ? [] : [{ at: coldFrom, isCold: true, wasMissed: false }]
  let state: FoldState | undefined
  const sent: WireMessage[][] = []
  for (const request of requestsOf(messages)) {
    const conversation = conversationOf(format, request)
    const folded = fold({
      transcript: transcript(conversation),
      state,
      count: countTokens,
      caching: CACHED,
      cacheSigns,
    })
    state = folded.state
    if (request.length <= before.length) continue
    sent.push((JSON.parse(splice(conversation, folded.edits)) as { messages: WireMessage[] }).messages)
  }
  return { given, sent }
}

/** The messages up to the document, in each request. */
function prefixesOf({ given, sent }: ReturnType<typeof sentWith>): string[] {
  const text = JSON.stringify(given)
  return sent.map((messages) =>
    JSON.stringify(messages.slice(0, messages.findIndex((message) => JSON.stringify(message) === text) + 1)),
  )
}

describe('a document within a conversation', () => {
  it('is not moved by folds while it is cached if its tokens are unknown', () => {
    expect(new Set(prefixesOf(sentWith('openai-chat', PDF))).size).toBe(1)
  })

  it('is moved by a fold when the cache is cold', () => {
    expect(new Set(prefixesOf(sentWith('openai-chat', PDF, 40))).size).toBeGreaterThan(1)
  })

  it('is moved by folds if it is text, whose tokens are counted', () => {
    expect(new Set(prefixesOf(sentWith('anthropic-messages', TEXT))).size).toBeGreaterThan(1)
  })
})
