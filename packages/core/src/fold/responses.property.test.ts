import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Item, itemsIn, itemsOfChat, responsesBody, responsesView } from '../../test/responses-items.ts'
import { splice } from '../wire/splice.ts'
import { findProblem } from '../wire/validate.ts'
import { type FoldResult, fold } from './fold.ts'
import { DEFAULT_POLICY, type Policy } from './policy.ts'
import { agentTalk, steps } from './sight/agent-talk.fixture.ts'
import type { FoldState } from './state.ts'
import { conversationOf, countTokens, requestsOf, sha256, talk, transcript } from './talk.fixture.ts'

// A counterexample takes minutes to shrink.
const RUNS = { numRuns: 10, endOnFailure: true }
const TURNS = { min: 6, max: 22 }
const BOUND_MODEL = 'gpt-5.6'
/** Every chat counts as terse, so a fold keeps its newest messages. */
const LONG_TAIL: Policy = {
  ...DEFAULT_POLICY,
  terse: { ...DEFAULT_POLICY.terse, message: { terse: 10_000, ordinary: 20_000 }, tokens: 500 },
}
const talks = talk('openai-chat', TURNS)
/** Long talks that are always among the random ones, since a fold of short ones may drop nothing. */
const LONG_TALKS = fc.sample(talk('openai-chat', { min: 20, max: 22 }), { seed: 1, numRuns: 4 })
const someModel = fc.constantFrom('gpt-5', BOUND_MODEL)
const somePolicy = fc.constantFrom<Policy>(DEFAULT_POLICY, LONG_TAIL)

interface Sent extends FoldResult {
  readonly body: string
  readonly items: readonly Item[]
}

function send(
  items: readonly Item[],
  options: { state?: FoldState | undefined; model?: string; policy?: Policy } = {},
): Sent {
  const conversation = responsesView(responsesBody(items, { model: options.model ?? 'gpt-5' }))
  const { state, policy = DEFAULT_POLICY } = options
  const result = fold({ transcript: transcript(conversation), state, policy, count: countTokens })
  const body = splice(conversation, result.edits)
  return { ...result, body, items: itemsIn(body) }
}

const isFromModel = ({ type, role }: Item): boolean =>
  role === 'assistant' || type === 'reasoning' || type === 'function_call'

describe('fold of a Responses history', () => {
  it('decides as for the same talk on the chat wire', () => {
    fc.assert(
      fc.property(talks, fc.boolean(), (messages, hasIds) => {
        let ours: FoldState | undefined
        let chats: FoldState | undefined
        for (const request of requestsOf(messages)) {
          const sent = send(itemsOfChat(request, { hasIds }).flat(), { state: ours })
          const chat = transcript(conversationOf('openai-chat', request))
          const expected = fold({ transcript: chat, state: chats, count: countTokens })
          ours = sent.state
          chats = expected.state
          expect(sent.edits).toEqual(expected.edits)
        }
      }),
      RUNS,
    )
  })

  it('never makes a request that the provider would refuse, with reasoning and with ids or without', () => {
    fc.assert(
      fc.property(talks, fc.boolean(), someModel, somePolicy, (messages, hasIds, model, policy) => {
        let state: FoldState | undefined
        for (const request of requestsOf(messages)) {
          const groups = itemsOfChat(request, { hasIds, thinks: (index) => index % 3 !== 0 })
          const sent = send(groups.flat(), { state, model, policy })
          state = sent.state
          expect(findProblem('openai-responses', sent.body)).toBeUndefined()
          expectWhole(groups, sent.items)
        }
      }),
      RUNS,
    )
  })

  it('sends the same bytes without the state of earlier turns', () => {
    fc.assert(
      fc.property(talks, (messages) => {
        let state: FoldState | undefined
        for (const request of requestsOf(messages)) {
          const items = itemsOfChat(request, { hasIds: true, thinks: (index) => index % 3 !== 0 }).flat()
          const sent = send(items, { state, model: BOUND_MODEL, policy: LONG_TAIL })
          state = sent.state
          expect(send(items, { model: BOUND_MODEL, policy: LONG_TAIL }).body).toBe(sent.body)
        }
      }),
      { numRuns: 6, endOnFailure: true },
    )
  })

  it('never sends reasoning that was made after messages which are now folded', () => {
    let dropped = 0
    fc.assert(
      fc.property(talks, (messages) => {
        const history: Item[] = []
        const bound = new Map<unknown, string>()
        let state: FoldState | undefined
        const groups = itemsOfChat(messages, { hasIds: true, thinks: (index) => index % 4 !== 0 })
        for (const group of groups) {
          if (isFromModel(group[0]!)) {
            const sent = send(history, { state, model: BOUND_MODEL, policy: LONG_TAIL })
            state = sent.state
            dropped += sent.edits.filter(({ kind }) => kind === 'drop').length
            for (const [index, { type, id }] of sent.items.entries()) {
              if (type === 'reasoning') expect(prefixOf(sent.items.slice(0, index))).toBe(bound.get(id))
            }
            for (const { type, id } of group) if (type === 'reasoning') bound.set(id, prefixOf(sent.items))
          }
          history.push(...group)
        }
      }),
      {
        ...RUNS,
        // Examples count as runs.
        numRuns: RUNS.numRuns + LONG_TALKS.length,
        examples: LONG_TALKS.map((messages): [typeof messages] => [messages]),
      },
    )
    expect(dropped).toBeGreaterThan(0)
  })

  it('happens during tool loops, unless the steps have reasoning', () => {
    const folds = { reasoned: 0, plain: 0 }
    fc.assert(
      fc.property(steps, (all) => {
        for (const kind of ['reasoned', 'plain'] as const) {
          let state: FoldState | undefined
          for (const request of requestsOf(agentTalk('openai-chat', all))) {
            const before = state?.foldedAt
            state = send(itemsOfChat(request, { thinks: () => kind === 'reasoned' }).flat(), { state }).state
            if (request.at(-1)!.role === 'tool' && state.foldedAt !== before && before !== undefined) folds[kind]++
          }
        }
      }),
      { numRuns: 8, endOnFailure: true },
    )
    expect(folds.reasoned).toBe(0)
    expect(folds.plain).toBeGreaterThan(0)
  })
})

/** The items as the model reads them, without labels. */
function prefixOf(items: readonly Item[]): string {
  return sha256(JSON.stringify(items.map(({ id: _, ...read }) => read)))
}

/** Every answer is sent whole, or without its reasoning and the ids of its results, or not at all. */
function expectWhole(groups: readonly (readonly Item[])[], sent: readonly Item[]): void {
  const texts = new Set(sent.map((item) => JSON.stringify(item)))
  const isSent = (item: Item): boolean => texts.has(JSON.stringify(item))
  for (const group of groups.filter((each) => each[0]?.type === 'reasoning')) {
    const [thought, ...rest] = group
    const bare = rest.map(({ id: _, ...item }) => item)
    if (isSent(thought!)) expect(rest.every(isSent)).toBe(true)
    else if (thought!.id !== undefined) expect(rest.some(isSent)).toBe(false)
    expect(bare.every(isSent) || bare.every((item) => !isSent(item))).toBe(true)
  }
}
