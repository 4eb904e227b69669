import {
  createMessageMemo,
  createPartCounter,
  createTokenMemo,
  DEFAULT_POLICY,
  encodingOf,
  type FoldState,
  fold,
  type Policy,
  readRequest,
  splice,
  transcriptOf,
} from '@pleat/core'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { shortSha256 } from '../packages/server/src/adapters/sha256.ts'
import { createDialogue } from './harness/dialogue.ts'
import type { JsonObject } from './stand-in/json-object.ts'
import { buildResponsesAnswer } from './stand-in/responses-answer.ts'
import { createResponsesMemory } from './stand-in/responses-memory.ts'
import { checkResponses } from './stand-in/responses-rules.ts'
import type { Answer } from './stand-in/scripted-answer.ts'
import { seededRandom } from './stand-in/seeded-random.ts'

const ANY_LENGTH = { terse: 10_000, ordinary: 20_000 }
const { terse, statements, tools } = DEFAULT_POLICY
/** A policy whose folds keep a long tail, which contains reasoning from before the fold. */
const LONG_TAIL: Policy = {
  ...DEFAULT_POLICY,
  terse: { ...terse, message: ANY_LENGTH, tokens: 900 },
  statements: { ...statements, dense: { ...statements.dense, message: ANY_LENGTH } },
  tools: { ...tools, records: { ...tools.records, tailShare: 1 } },
}

const memo = createMessageMemo(64_000_000)
const counter = createPartCounter(encodingOf('o200k'), createTokenMemo(64_000_000), shortSha256)

/** The body that a server with memory of the earlier turns sends for a request. */
function foldBody(body: string, policy: Policy, state: FoldState | undefined) {
  const view = readRequest(body, 'openai-responses', { hash: shortSha256, memo })
  if (view.kind !== 'conversation') throw new Error(view.kind)
  const { conversation } = view
  const transcript = transcriptOf(conversation, (message) => counter.countMessage(conversation, message))
  const result = fold({ transcript, state, policy, count: (text) => encodingOf('o200k').count(text) })
  return {
    state: result.state,
    edits: result.edits,
    sent: JSON.parse(splice(conversation, result.edits)) as JsonObject,
  }
}

/** One answer, with or without reasoning and text, and with one or two calls. */
const step = fc.record({ thinks: fc.boolean(), speaks: fc.boolean(), calls: fc.integer({ min: 1, max: 2 }) })
const turn = fc.record({
  steps: fc.oneof(
    { weight: 2, arbitrary: fc.constant([]) },
    { weight: 1, arbitrary: fc.array(step, { maxLength: 3 }) },
  ),
  thinks: fc.boolean(),
})
const options = fc.record({
  turns: fc.array(turn, { minLength: 12, maxLength: 24 }),
  seed: fc.integer({ min: 1, max: 1000 }),
  model: fc.constantFrom('gpt-5.6', 'gpt-6.1', 'gpt-5'),
  hasIds: fc.boolean(),
  policy: fc.constantFrom<Policy>(LONG_TAIL, DEFAULT_POLICY),
})

/** Every answer has reasoning, so that the tail after each fold contains some. */
const LONG_TALK = {
  turns: Array.from({ length: 24 }, (_, index) => ({
    steps: index % 5 === 4 ? [{ thinks: true, speaks: true, calls: 2 }] : [],
    thinks: true,
  })),
  seed: 7,
  model: 'gpt-5.6' as const,
  hasIds: true,
  policy: LONG_TAIL,
}

test('the provider’s rules hold for every request, and no reasoning is lost at a fold or between two folds', () => {
  let [folded, dropped] = [0, 0]
  fc.assert(
    fc.property(options, ({ turns, seed, model, hasIds, policy }) => {
      const dialogue = createDialogue(seed)
      const memory = createResponsesMemory()
      const random = seededRandom(seed)
      const history: JsonObject[] = []
      let state: FoldState | undefined
      let number = 0
      const ask = (answer: Answer): void => {
        const body = { model, store: false, input: history }
        const folding = foldBody(JSON.stringify(body), policy, state)
        state = folding.state
        folded += folding.edits.some(({ kind }) => kind === 'fold') ? 1 : 0
        dropped += folding.edits.some(({ kind }) => kind === 'drop') ? 1 : 0
        const input = checkResponses(folding.sent, memory)
        expect(input.transformations).toEqual([])
        const figures = { total: 1, cached: 0 }
        const context = { body, input, memory, figures, outputTokens: 1, random, number: ++number }
        const built = buildResponsesAnswer(answer, context)
        const { output } = JSON.parse(built.kind === 'json' ? built.text : '{}') as { output: readonly JsonObject[] }
        history.push(...output.map(({ id, ...item }) => (hasIds ? { id, ...item } : item)))
      }
      for (const [index, { steps, thinks }] of turns.entries()) {
        history.push({ role: 'user', content: dialogue.question(index + 1) })
        for (const [place, each] of steps.entries()) {
          const toolCalls = Array.from({ length: each.calls }, (_, call) => ({
            name: 'look_up',
            input: { at: `${index}.${place}.${call}` },
          }))
          ask({ ...(each.thinks && { thinking: 'Hm.' }), ...(each.speaks && { text: 'I look.' }), toolCalls })
          const calls = history.slice(-each.calls).reverse()
          for (const { call_id } of calls) {
            history.push({ type: 'function_call_output', call_id, output: dialogue.answer(index + 100) })
          }
        }
        ask({ ...(thinks && { thinking: 'So.' }), text: dialogue.answer(index + 1) })
      }
    }),
    { numRuns: 12, endOnFailure: true, examples: [[LONG_TALK]] },
  )
  expect(folded).toBeGreaterThan(50)
  expect(dropped).toBeGreaterThan(5)
})
