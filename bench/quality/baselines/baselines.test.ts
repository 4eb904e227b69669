import { findProblem } from '@pleat/core'
import { describe, expect, it } from 'vitest'
import type { WireMessage } from '../recordings.ts'
import type { WireKind } from '../scoring.ts'
import { makeTalk, requestsIn } from '../talk.fixture.ts'
import { bodyOf, type Method, type Shorten } from '../twin.ts'
import { bm25, createBm25 } from './bm25.ts'
import { MASK, MASK_TOOL_RESULTS } from './masking.ts'
import { KEEP_NEWEST } from './newest.ts'
import { createPruneMessages } from './prune-messages.ts'
import { splitRequest } from './units.ts'

const textOf = (message: WireMessage): string => JSON.stringify(message)
/** Four characters per token are precise enough here. */
const tokensOf = (message: WireMessage): number => Math.ceil(textOf(message).length / 4)
const sum = (messages: readonly WireMessage[]): number => messages.reduce((total, each) => total + tokensOf(each), 0)

async function shorten(method: Method, kind: WireKind, messages: readonly WireMessage[], budgetTokens: number) {
  const run: Shorten = method.open(kind)
  return await run({ messages, budgetTokens, tokensOf })
}

const kinds: readonly WireKind[] = ['openai', 'anthropic']
const methods = [KEEP_NEWEST, createBm25(textOf), MASK_TOOL_RESULTS]

describe.each(kinds)('baselines on %s', (kind) => {
  const requests = requestsIn(makeTalk(12, kind, true))

  it.each(methods)('$name makes a valid request with any budget', async (method) => {
    for (const messages of requests) {
      for (const share of [0.01, 0.2, 0.5, 0.9]) {
        const sent = await shorten(method, kind, messages, share * sum(messages))
        const wire = kind === 'openai' ? 'openai-chat' : 'anthropic-messages'
        expect(findProblem(wire, JSON.stringify(bodyOf(kind, sent)))).toBeUndefined()
        expect(sent.at(-1)).toEqual(messages.at(-1))
        expect(sent[0]).toBe(messages[0])
      }
    }
  })

  it.each(methods)('$name sends everything if there is room for it', async (method) => {
    const messages = requests.at(-1)!
    expect(await shorten(method, kind, messages, sum(messages))).toEqual(messages)
  })

  it.each([KEEP_NEWEST, createBm25(textOf)])('$name stays within a budget that is achievable', async (method) => {
    const messages = requests.at(-1)!
    for (const share of [0.2, 0.5, 0.8]) {
      const sent = await shorten(method, kind, messages, share * sum(messages))
      expect(sum(sent)).toBeLessThanOrEqual(share * sum(messages))
      expect(sum(sent)).toBeGreaterThan(0.4 * share * sum(messages))
    }
  })

  it('never separates tool calls from their results', () => {
    const { lead, older, newest } = splitRequest(requests.at(-1)!, kind)
    expect(older[0]!.from).toBe(lead)
    expect(older.at(-1)!.to).toBe(newest)
    expect(older.filter(({ from, to }) => to - from === (kind === 'openai' ? 3 : 2))).toHaveLength(3)
  })

  it('masks the oldest results first, and only as many as needed', async () => {
    const messages = requests.at(-1)!
    const sent = await shorten(MASK_TOOL_RESULTS, kind, messages, sum(messages) - 1)
    const changed = [...messages.keys()].filter((i) => sent[i] !== messages[i])
    expect(changed).toHaveLength(1)
    expect(textOf(sent[changed[0]!]!)).toContain(MASK)
    expect(messages.slice(0, changed[0]).some((message) => textOf(message).includes('berth'))).toBe(false)
  })
})

describe('BM25', () => {
  it('prefers a document with the rare word', () => {
    const terms = (text: string) => {
      const words = text.split(' ')
      return { counts: new Map(words.map((word) => [word, 1])), length: words.length }
    }
    const scores = bm25([[terms('the ferry')], [terms('the harbour')], [terms('the quay')]], new Set(['the', 'quay']))
    expect(scores.indexOf(Math.max(...scores))).toBe(2)
    expect(scores[0]).toBeGreaterThan(0)
  })
})

describe('pruning', () => {
  it('asks the package for the largest number of messages whose request fits', async () => {
    const asked: number[] = []
    // A stand-in that drops whole messages with tools. The package has its own rules.
    const method = createPruneMessages(
      {
        pruneMessages({ messages, toolCalls }) {
          const last = Number(/\d+/.exec(toolCalls)?.[0])
          asked.push(last)
          return messages.filter(({ content }, i) => typeof content === 'string' || i >= messages.length - last)
        },
      },
      'prune',
    )
    const messages = requestsIn(makeTalk(12, 'openai', true)).at(-1)!
    const budget = 0.6 * sum(messages)
    const sent = await shorten(method, 'openai', messages, budget)
    expect(sum(sent)).toBeLessThanOrEqual(budget)
    expect(sent.some(({ role }) => role === 'tool')).toBe(true)
    expect(asked.length).toBeLessThan(10)
  })
})
