import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import OpenAI from 'openai'
import { readConfig } from '../../packages/server/src/config/config.ts'
import { readSecrets } from '../../packages/server/src/config/secrets.ts'
import { issueKey } from '../../packages/server/src/gate/issue-key.ts'
import { startServer } from '../../packages/server/src/server.ts'
import { warmUp } from '../../packages/server/src/warm-up.ts'
import { STAND_IN_KEYS } from '../../test/stand-in/credentials.ts'
import { startStandIn } from '../../test/stand-in/start-stand-in.ts'
import type { DemoTurn } from './turn.ts'

/** What the headers of one answer say, and whether the answer was the provider's own. */
export interface DemoRow {
  readonly turn: number
  readonly originalTokens: number
  readonly sentTokens: number
  readonly savedPercent: number
  readonly overheadMs: number
  readonly compression: string
  readonly isAnswerUnchanged: boolean
}

export interface DemoResult {
  readonly rows: readonly DemoRow[]
  /** The messages that the provider was sent last. */
  readonly lastSent: readonly { readonly role: string; readonly content: string }[]
}

/** Plays the turns through a Pleat of its own in front of a scripted provider; both are gone afterwards. */
export async function playDemo(turns: readonly DemoTurn[]): Promise<DemoResult> {
  let answered = 0
  const provider = await startStandIn({ answer: () => ({ text: turns[answered++]!.answer }) })
  const dataDir = await mkdtemp(join(tmpdir(), 'pleat-demo-'))
  const variables = {
    PLEAT_PORT: '0',
    PLEAT_DATA_DIR: dataDir,
    PLEAT_OPENAI_URL: `${provider.url}/v1`,
    OPENAI_API_KEY: STAND_IN_KEYS.openai,
    PLEAT_LOG_LEVEL: 'silent',
  }
  const server = await startServer({ config: readConfig(variables), secrets: readSecrets(variables, dataDir) })
  await warmUp(server.deps)
  try {
    const { key } = await issueKey(server.deps.store.keys, { account: 'demo' })
    const client = new OpenAI({ baseURL: `${server.url}/v1`, apiKey: key })
    const rows = await converse(client, turns)
    const last = provider.requests.at(-1)!.json as { messages: DemoResult['lastSent'] }
    return { rows, lastSent: last.messages }
  } finally {
    await server.close()
    await provider.close()
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function converse(client: OpenAI, turns: readonly DemoTurn[]): Promise<DemoRow[]> {
  const messages: OpenAI.ChatCompletionMessageParam[] = [
    { role: 'system', content: 'You help to plan the move of a ceramics studio. Be exact with figures and dates.' },
  ]
  const rows: DemoRow[] = []
  for (const [index, { question, answer }] of turns.entries()) {
    messages.push({ role: 'user', content: question })
    const { data, response } = await client.chat.completions.create({ model: 'gpt-4o', messages }).withResponse()
    const received = data.choices[0]!.message.content
    messages.push({ role: 'assistant', content: received })
    const figure = (name: string) => Number(response.headers.get(`x-service-${name}`))
    rows.push({
      turn: index + 1,
      originalTokens: figure('original-tokens'),
      sentTokens: figure('optimized-tokens'),
      savedPercent: figure('savings-percent'),
      overheadMs: figure('proxy-overhead-ms'),
      compression: response.headers.get('x-service-compression') ?? '',
      isAnswerUnchanged: received === answer,
    })
  }
  return rows
}
