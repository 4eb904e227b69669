import OpenAI from 'openai'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDialogue } from './harness/dialogue.ts'
import { savingsIn } from './harness/savings.ts'
import { type Pleat, startPleat } from './harness/start-pleat.ts'
import type { Script } from './stand-in/desk.ts'
import type { RecordedRequest } from './stand-in/recorded-request.ts'
import { type StandIn, startStandIn } from './stand-in/start-stand-in.ts'

const TURNS = 30
const dialogue = createDialogue(13)

let standIn: StandIn
let pleat: Pleat
beforeAll(async () => {
  standIn = await startStandIn({ answer: script })
  pleat = await startPleat({ providerUrl: standIn.url })
})
afterAll(async () => {
  await pleat.close()
  await standIn.close()
})

type Message = OpenAI.ChatCompletionMessageParam

/** A model that answers every other question after two parallel tool calls and a third one. */
const script: Script = (_kind, body) => {
  const messages = body.messages as Message[]
  const asked = messages.findLastIndex(({ role }) => role === 'user')
  const number = Number(/question (\d+)\b/.exec(String(messages[asked]!.content))?.[1] ?? 1)
  const steps = messages.slice(asked).filter(({ role }) => role === 'assistant').length
  if (number % 2 === 0 && steps < 2) {
    const call = (name: string) => ({ name, input: { depot: number, step: steps } })
    return { toolCalls: steps === 0 ? [call('stock'), call('staff')] : [call('stock')] }
  }
  return { text: dialogue.answer(number) }
}

/** A tool result of records, some values of which are needed later. */
function record(depot: number): string {
  const rows = Array.from({ length: 12 }, (_, i) => ({
    sku: `SKU-${depot}-${i}`,
    count: depot * 10 + i,
    aisle: `A${i}`,
  }))
  return JSON.stringify({ depot, rows, checked: `2026-11-${String((depot % 28) + 1).padStart(2, '0')}` })
}

/** The savings of one request, its newest question, and whether it ends with tool results. */
interface Step {
  readonly percent: number
  readonly turn: number
  readonly question: string
  readonly hasResults: boolean
}

async function converse(sessionId: string): Promise<Step[]> {
  const client = new OpenAI({ baseURL: `${pleat.url}/v1`, apiKey: pleat.key, maxRetries: 0 })
  const tools = ['stock', 'staff'].map((name) => ({ type: 'function' as const, function: { name, parameters: {} } }))
  const messages: Message[] = [{ role: 'system', content: 'You run the depots. Answer in JSON when asked to.' }]
  const steps: Step[] = []
  for (let turn = 1; turn <= TURNS; turn++) {
    const question = `This is question ${turn} of mine. ${dialogue.question(turn)}`
    messages.push({ role: 'user', content: question })
    for (;;) {
      const body = { model: 'gpt-4o', messages, tools }
      const headers = { 'x-session-id': sessionId }
      const { data, response } = await client.chat.completions.create(body, { headers }).withResponse()
      const hasResults = messages.at(-1)!.role === 'tool'
      steps.push({ percent: savingsIn(response.headers).percent, turn, question, hasResults })
      const { message } = data.choices[0]!
      messages.push(message)
      if (!message.tool_calls) break
      for (const { id } of message.tool_calls) messages.push({ role: 'tool', tool_call_id: id, content: record(turn) })
    }
  }
  return steps
}

const messagesOf = (request: RecordedRequest) => (request.json as { messages: Message[] }).messages

describe('30 turns with tools through the OpenAI SDK', () => {
  let steps: Step[]
  beforeAll(async () => {
    steps = await converse('tools')
  })

  test('are folded and never refused', () => {
    expect(standIn.refusals().map(({ refusal }) => refusal)).toEqual([])
    expect(standIn.requests).toHaveLength(steps.length)
    expect(Math.max(...steps.slice(-10).map(({ percent }) => percent))).toBeGreaterThan(40)
  })

  test('keep the instructions, and every value of the newest result', () => {
    for (const [index, { turn, hasResults }] of steps.entries()) {
      const messages = messagesOf(standIn.requests[index]!)
      expect(messages[0]).toEqual({ role: 'system', content: 'You run the depots. Answer in JSON when asked to.' })
      if (!hasResults) continue
      // Long results may be reformatted or refer to an identical result, but the model needs each value now.
      const values = record(turn).match(/[\w-]*\d[\w-]*/g)!
      const results = messages.filter(({ role }) => role === 'tool').map(({ content }) => String(content))
      const isSaidBefore = /^\[unchanged: the same as in turn \d+'s (?:stock|staff) \d+\]$/.test(results.at(-1)!)
      const said = isSaidBefore ? results.slice(0, -1) : results.slice(-1)
      expect(said.filter((result) => values.every((value) => result.includes(value)))).not.toEqual([])
    }
  })

  test('keep the question word for word during its tool calls', () => {
    for (const [index, { question }] of steps.entries()) {
      const asked = messagesOf(standIn.requests[index]!).filter(({ role }) => role === 'user')
      expect(asked.map(({ content }) => content)).toContain(question)
    }
  })

  test('are sent with the same bytes after a restart', async () => {
    const before = standIn.requests.map(({ body }) => body.toString('utf8'))
    await pleat.restart()
    const already = standIn.requests.length
    await converse('tools-again')
    const again = standIn.requests.slice(already).map(({ body }) => body.toString('utf8'))
    // Call ids differ between runs, since the provider generates them.
    const plain = (body: string) => body.replaceAll(/call_\d+_\d_\w{8}/g, 'call')
    expect(again.map(plain)).toEqual(before.map(plain))
  })
})
