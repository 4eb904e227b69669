import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '../config/config.ts'
import { readSecrets } from '../config/secrets.ts'
import { issueKey } from '../gate/issue-key.ts'
import { startServer } from '../server.ts'
import { warmUp } from '../warm-up.ts'
import { type ChatMessage, startScriptedProvider } from './scripted-provider.ts'
import type { DemoTurn } from './turn.ts'

/** The figures in the headers of one response. `isAnswerUnchanged`: its answer is the provider's. */
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
  /** The messages of the provider's last request. */
  readonly lastSent: readonly ChatMessage[]
}

const SYSTEM: ChatMessage = {
  role: 'system',
  content: 'You help to plan the move of a ceramics studio. Be exact with figures and dates.',
}

/**
 * Plays the turns through a temporary server with a scripted provider, then removes both. The user's settings and data
 * directory are not read.
 */
export async function playDemo(turns: readonly DemoTurn[]): Promise<DemoResult> {
  const provider = await startScriptedProvider(turns.map(({ answer }) => answer))
  const dataDir = await mkdtemp(join(tmpdir(), 'pleat-demo-'))
  const variables = {
    PLEAT_PORT: '0',
    PLEAT_DATA_DIR: dataDir,
    PLEAT_OPENAI_URL: `${provider.url}/v1`,
    // The scripted provider caches nothing.
    PLEAT_CACHE_PRICES: 'none',
    OPENAI_API_KEY: 'the-scripted-provider-takes-any-key',
    PLEAT_LOG_LEVEL: 'silent',
  }
  try {
    const server = await startServer({ config: readConfig(variables), secrets: readSecrets(variables, dataDir) })
    try {
      await warmUp(server.deps)
      const { key } = await issueKey(server.deps.store.keys, { account: 'demo' })
      const rows = await converse(`${server.url}/v1/chat/completions`, key, turns)
      return { rows, lastSent: provider.lastReceived }
    } finally {
      await server.close()
    }
  } finally {
    provider.close()
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** Acts as the client, which sends the whole conversation with each turn. */
async function converse(url: string, key: string, turns: readonly DemoTurn[]): Promise<DemoRow[]> {
  const messages: ChatMessage[] = [SYSTEM]
  const rows: DemoRow[] = []
  for (const [index, { question, answer }] of turns.entries()) {
    messages.push({ role: 'user', content: question })
    const response = await fetch(url, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', 'x-session-id': 'demo' },
      body: JSON.stringify({ model: 'gpt-4o', messages }),
    })
    const body = (await response.json()) as { choices?: { message: ChatMessage }[]; error?: { message: string } }
    const received = body.choices?.[0]?.message.content
    if (received === undefined) throw new Error(`turn ${index + 1}: ${response.status} ${body.error?.message ?? ''}`)
    messages.push({ role: 'assistant', content: received })
    rows.push(rowOf(index + 1, response.headers, received === answer))
  }
  return rows
}

function rowOf(turn: number, headers: Headers, isAnswerUnchanged: boolean): DemoRow {
  const figure = (name: string) => Number(headers.get(`x-service-${name}`))
  return {
    turn,
    originalTokens: figure('original-tokens'),
    sentTokens: figure('optimized-tokens'),
    savedPercent: figure('savings-percent'),
    overheadMs: figure('proxy-overhead-ms'),
    compression: headers.get('x-service-compression') ?? '',
    isAnswerUnchanged,
  }
}
