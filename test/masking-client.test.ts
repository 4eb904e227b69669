import OpenAI from 'openai'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Pleat, startPleat } from './harness/start-pleat.ts'
import type { RecordedRequest } from './stand-in/recorded-request.ts'
import { type StandIn, startStandIn } from './stand-in/start-stand-in.ts'

const STEPS = 40
/** Number of tool outputs that the client keeps; older ones become placeholders. */
const WINDOW = 5

let standIn: StandIn
let pleat: Pleat
const sessions = new Set<string | null>()

beforeAll(async () => {
  standIn = await startStandIn({
    answer: (_kind, body) => ({ text: answer((body.messages as Message[]).length >> 1) }),
  })
  pleat = await startPleat({ providerUrl: standIn.url, variables: { PLEAT_CACHE_PRICES: 'provider' } })
  await work()
}, 120_000)
afterAll(async () => {
  await pleat.close()
  await standIn.close()
})

type Message = OpenAI.ChatCompletionMessageParam

function answer(step: number): string {
  const thought =
    `Part ${step} loads ${step * 31} values, and the sum of them should be ${step * 977}. The loader of part ${step} reads its ` +
    `list from table_${step}, so I compare both. I expect that the index of part ${step} is off by ${step % 7}.`
  return `${thought}\n\`\`\`\nopen part-${step}.py\n\`\`\``
}

function printed(step: number): string {
  const lines = Array.from({ length: 18 }, (_, line) => `value_${step}_${line} = load("part ${step * 31 + line}")`)
  return `${lines.join('\n')}\n(Open file: /repo/src/part-${step}.py)\n(Current directory: /repo)\nbash-$`
}

/** Plays an agent that has its commands in the answers, sends no session id, and replaces old output at each step. */
async function work(): Promise<void> {
  const client = new OpenAI({ baseURL: `${pleat.url}/v1`, apiKey: pleat.key, maxRetries: 0 })
  const messages: Message[] = [{ role: 'user', content: 'Find out why the sums of the parts are wrong, please.' }]
  for (let step = 1; step <= STEPS; step++) {
    const { data, response } = await client.chat.completions.create({ model: 'gpt-4o', messages }).withResponse()
    sessions.add(response.headers.get('x-service-session-id'))
    messages.push(data.choices[0]!.message, { role: 'user', content: printed(step) })
    const old = messages.length - 1 - 2 * WINDOW
    if (old > 0)
      messages[old] = {
        role: 'user',
        content: `Old environment output: (${String(messages[old]!.content).split('\n').length} lines omitted)`,
      }
  }
}

function digestOf(request: RecordedRequest): string | undefined {
  const [first] = (request.json as { messages: Message[] }).messages
  return String(first!.content).startsWith('[Record') ? String(first!.content) : undefined
}

describe('a client without a session id that replaces its old tool output at each step', () => {
  test('stays in one session from its second request on, and is never refused', () => {
    expect(sessions.size).toBeLessThanOrEqual(2)
    expect(standIn.refusals()).toEqual([])
    expect(standIn.requests).toHaveLength(STEPS)
  })

  test('keeps its digests, so that the provider continues to read from its cache', () => {
    const digests = standIn.requests.flatMap((request) => digestOf(request) ?? [])
    expect(digests.length).toBeGreaterThan(10)
    const changed = digests.filter((digest, index) => index > 0 && !digest.startsWith(digests[index - 1]!))
    expect(changed.length).toBeLessThan(digests.length / 4)
  })
})
