import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDialogue } from './harness/dialogue.ts'
import { answerFrom } from './harness/play.ts'
import { type Pleat, startPleat } from './harness/start-pleat.ts'
import { post } from './harness/wire.ts'
import { type StandIn, startStandIn } from './stand-in/start-stand-in.ts'

interface Block {
  readonly type: string
  readonly text: string
  readonly cache_control?: object
}

const TURNS = 26
const dialogue = createDialogue(9)
let standIn: StandIn
let pleat: Pleat

beforeAll(async () => {
  standIn = await startStandIn({ answer: answerFrom(dialogue) })
  pleat = await startPleat({ providerUrl: standIn.url })
})
afterAll(async () => {
  await pleat.close()
  await standIn.close()
})

/** Sets breakpoints as coding agents do: on the instructions and on the `count` newest user messages. */
async function converse(session: string, marks: { instructions: object; messages: object; count: number }) {
  const bodies: { messages: { content: string | Block[] }[] }[] = []
  const said: { role: string; text: string }[] = []
  for (let turn = 1; turn <= TURNS; turn++) {
    said.push({ role: 'user', text: dialogue.question(turn) })
    const users = said.flatMap(({ role }, index) => (role === 'user' ? [index] : [])).slice(-marks.count)
    const messages = said.map(({ role, text }, index) => {
      const mark = users.includes(index) ? { cache_control: marks.messages } : {}
      return { role, content: [{ type: 'text', text, ...mark }] }
    })
    const system = [{ type: 'text', text: 'Help with the move.', cache_control: marks.instructions }]
    const body = JSON.stringify({ model: 'claude-sonnet-4-5', max_tokens: 100, system, messages })
    const headers = { 'x-session-id': session }
    const { status } = await post(pleat.url, 'anthropic', { key: pleat.key, body, headers })
    expect(status).toBe(200)
    bodies.push(standIn.requests.at(-1)!.json as (typeof bodies)[number])
    said.push({ role: 'assistant', text: dialogue.answer(turn) })
  }
  return bodies
}

const FIVE_MINUTES = { type: 'ephemeral' }
const HOUR = { type: 'ephemeral', ttl: '1h' }

test.each([
  { name: 'two for five minutes', instructions: FIVE_MINUTES, messages: FIVE_MINUTES, count: 2 },
  { name: 'three for five minutes', instructions: HOUR, messages: FIVE_MINUTES, count: 3 },
  { name: 'one for an hour', instructions: HOUR, messages: HOUR, count: 1 },
])('a client that marks messages ($name) is never refused, and its digests are marked', async (marks) => {
  const bodies = await converse(marks.name, marks)
  expect(standIn.refusals().map(({ refusal }) => refusal)).toEqual([])
  expect(pleat.server.deps.counters.read()).toMatchObject({ self_check_failed: 0, retried_with_original: 0 })
  const folded = bodies.filter(({ messages }) => JSON.stringify(messages).includes('[Record'))
  expect(folded.length).toBeGreaterThan(10)
  let marked = 0
  for (const { messages } of folded) {
    const count = JSON.stringify(messages).split('"cache_control"').length - 1
    expect(count).toBeLessThanOrEqual(3)
    const last = messages.findLast(({ content }) => JSON.stringify(content).includes('[Record'))!
    if (typeof last.content !== 'string' && last.content.at(-1)?.cache_control) marked++
    // The newest message keeps the client's own breakpoint.
    expect((messages.at(-1)!.content as Block[])[0]!.cache_control).toEqual(marks.messages)
  }
  expect(marked).toBeGreaterThan(marks.count < 3 ? folded.length - 1 : 0)
})
