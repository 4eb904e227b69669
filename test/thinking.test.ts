import Anthropic from '@anthropic-ai/sdk'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDialogue } from './harness/dialogue.ts'
import { savingsIn } from './harness/savings.ts'
import { type Pleat, startPleat } from './harness/start-pleat.ts'
import type { JsonObject } from './stand-in/json-object.ts'
import type { Answer } from './stand-in/scripted-answer.ts'
import { type StandIn, startStandIn } from './stand-in/start-stand-in.ts'

const TURNS = 30
const dialogue = createDialogue(9)

let standIn: StandIn
let pleat: Pleat
beforeAll(async () => {
  standIn = await startStandIn({ answer: (_kind, body) => think(body) })
  pleat = await startPleat({ providerUrl: standIn.url })
})
afterAll(async () => {
  await pleat.close()
  await standIn.close()
})

type Message = Anthropic.MessageParam

/** A model that thinks in every answer, and calls two tools before every third one. */
function think(body: JsonObject): Answer {
  const messages = body.messages as Message[]
  const questions = messages.filter(
    ({ role, content }) => role === 'user' && !JSON.stringify(content).includes('"tool_result"'),
  )
  const asked = /question (\d+)\b/.exec(JSON.stringify(questions.at(-1)))
  const number = Number(asked?.[1] ?? 1)
  const steps = messages.slice(messages.lastIndexOf(questions.at(-1)!) + 1).filter(({ role }) => role === 'assistant')
  const thinking = `Weighing step ${steps.length + 1} of question ${number}: ${dialogue.answer(number).slice(0, 200)}`
  if (number % 3 === 0 && steps.length < 2) {
    return {
      thinking,
      text: 'I look that up.',
      toolCalls: [{ name: 'look_up', input: { at: `${number}.${steps.length}` } }],
    }
  }
  return { thinking, text: dialogue.answer(number) }
}

/** Sets cache breakpoints on the newest messages that are not answers. */
function withBreakpoints(messages: readonly Message[], count: number): Message[] {
  const newest = messages.flatMap(({ role }, index) => (role === 'assistant' ? [] : [index])).slice(-count)
  return messages.map((message, index) => {
    if (!newest.includes(index)) return message
    const { role, content } = message
    const blocks = typeof content === 'string' ? [{ type: 'text' as const, text: content }] : content
    const last = { ...blocks.at(-1)!, cache_control: { type: 'ephemeral' } }
    return { role, content: [...blocks.slice(0, -1), last] } as Message
  })
}

/** System messages of coding agents: the working directory, and repeatedly the remaining budget. */
function reminder(step: number): Message {
  const place = 'The working directory is /srv/move. Never write outside of it.'
  return { role: 'system', content: step === 0 ? place : `${900_000 - step * 713} tokens left` }
}

interface Session {
  readonly savedPercents: number[]
  readonly requests: number
}

async function converse(options: {
  model: string
  isStreamed: boolean
  sessionId: string
  restartAt?: readonly number[]
  hasReminders?: boolean
  /** Number of cache breakpoints on the instructions, and again on the newest messages. */
  breakpoints?: number
}): Promise<Session> {
  const messages: Message[] = []
  const savedPercents: number[] = []
  let requests = 0
  const { breakpoints = 1 } = options
  for (let turn = 1; turn <= TURNS; turn++) {
    if (options.restartAt?.includes(turn)) await pleat.restart()
    const client = new Anthropic({ baseURL: pleat.url, apiKey: pleat.key, maxRetries: 0 })
    messages.push({ role: 'user', content: `This is question ${turn} of mine. ${dialogue.question(turn)}` })
    for (;;) {
      if (options.hasReminders) messages.push(reminder(requests))
      const body = {
        model: options.model,
        max_tokens: 4000,
        thinking: { type: 'adaptive' as const },
        system: ['Help with the move.', 'Be brief.'].slice(0, breakpoints).map((text) => {
          return { type: 'text' as const, text, cache_control: { type: 'ephemeral' as const } }
        }),
        tools: [{ name: 'look_up', input_schema: { type: 'object' as const } }],
        messages: withBreakpoints(messages, breakpoints),
      }
      const headers = { 'x-session-id': options.sessionId }
      const { answer, received } = options.isStreamed
        ? await streamed(client, body, headers)
        : await whole(client, body, headers)
      savedPercents.push(savingsIn(received).percent)
      requests++
      messages.push({ role: 'assistant', content: answer.content })
      if (answer.stop_reason !== 'tool_use') break
      const calls = answer.content.filter((block) => block.type === 'tool_use')
      const results = calls.map(({ id }) => ({
        type: 'tool_result' as const,
        tool_use_id: id,
        content: dialogue.answer(turn + 500),
      }))
      messages.push({ role: 'user', content: results })
    }
  }
  return { savedPercents, requests }
}

async function whole(
  client: Anthropic,
  body: Anthropic.MessageCreateParamsNonStreaming,
  headers: Record<string, string>,
) {
  const { data: answer, response } = await client.messages.create(body, { headers }).withResponse()
  return { answer, received: response.headers }
}

async function streamed(
  client: Anthropic,
  body: Anthropic.MessageCreateParamsNonStreaming,
  headers: Record<string, string>,
) {
  const { data: stream, response } = await client.messages.stream(body, { headers }).withResponse()
  return { answer: await stream.finalMessage(), received: response.headers }
}

describe('thinking over 30 turns with tools', () => {
  test.each([
    { model: 'claude-opus-5-5', isStreamed: false },
    { model: 'claude-sonnet-5-5', isStreamed: true },
    { model: 'claude-sonnet-5', isStreamed: false },
  ])('$model (streamed: $isStreamed) is never refused, and still folded', async ({ model, isStreamed }) => {
    const already = standIn.requests.length
    const { savedPercents, requests } = await converse({ model, isStreamed, sessionId: `thinking-${model}` })
    expect(requests).toBe(TURNS + 2 * Math.floor(TURNS / 3))
    const answered = standIn.requests.slice(already)
    // One provider request per turn: none was retried.
    expect(answered.map(({ refusal }) => refusal)).toEqual(Array.from({ length: requests }, () => undefined))
    expect(Math.max(...savedPercents.slice(-10))).toBeGreaterThan(40)
  })

  test('is never refused if the client sets all four cache breakpoints', async () => {
    const already = standIn.requests.length
    const session = { model: 'claude-opus-5-5', isStreamed: false, sessionId: 'thinking-breakpoints' }
    const { savedPercents } = await converse({ ...session, breakpoints: 2 })
    expect(standIn.requests.slice(already).flatMap(({ refusal }) => refusal ?? [])).toEqual([])
    expect(Math.max(...savedPercents.slice(-10))).toBeGreaterThan(40)
  })

  test('keeps a standing system message in every request, and folds most of the repeated ones', async () => {
    const already = standIn.requests.length
    const session = { model: 'claude-opus-5-5', isStreamed: false, sessionId: 'thinking-reminders' }
    const { savedPercents, requests } = await converse({ ...session, hasReminders: true, restartAt: [11, 24] })
    const sent = standIn.requests.slice(already)
    expect(sent.map(({ refusal }) => refusal)).toEqual(Array.from({ length: requests }, () => undefined))
    expect(Math.max(...savedPercents.slice(-10))).toBeGreaterThan(40)
    for (const { body } of sent) expect(body.toString('utf8').split('Never write outside of it.')).toHaveLength(2)
    expect(
      sent
        .at(-1)!
        .body.toString('utf8')
        .match(/tokens left/g)!.length,
    ).toBeLessThan(15)
  })

  test('is accepted after restarts within a folded history', async () => {
    const already = standIn.requests.length
    const session = { model: 'claude-haiku-5-5', isStreamed: false, sessionId: 'thinking-restart' }
    await converse({ ...session, restartAt: [6, 12, 13, 21, 30] })
    const refused = standIn.requests.slice(already).filter(({ refusal }) => refusal !== undefined)
    expect(refused.map(({ refusal }) => refusal)).toEqual([])
  })
})
