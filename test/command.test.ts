import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import OpenAI from 'openai'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ChildServer, startChild } from './harness/child-server.ts'
import { createDialogue } from './harness/dialogue.ts'
import { answerFrom, type PlayOptions, play } from './harness/play.ts'
import { variablesFor } from './harness/start-pleat.ts'
import { STAND_IN_KEYS } from './stand-in/credentials.ts'
import { type StandIn, startStandIn } from './stand-in/start-stand-in.ts'

const dialogue = createDialogue(17)

let standIn: StandIn
let dataDir: string
let running: ChildServer | undefined
let script: () => { text: string; chunkDelayMs?: number }
beforeAll(async () => {
  standIn = await startStandIn({ answer: () => script() })
  dataDir = await mkdtemp(join(tmpdir(), 'pleat-command-'))
})
afterAll(async () => {
  await running?.stop('SIGKILL')
  await standIn.close()
  await rm(dataDir, { recursive: true, force: true })
})

const start = async () => {
  running = await startChild(variablesFor(standIn.url, dataDir))
  return running
}

describe('npm start', () => {
  test('serves, finishes running requests on SIGINT, and keeps its data after SIGKILL', async () => {
    const first = await start()
    const key = first.key!
    expect(key).toMatch(/^pleat_/)
    const turns = 12
    const options = (server: () => ChildServer): PlayOptions => {
      script = answerFrom(dialogue)
      return {
        wire: 'openai',
        base: () => server().url,
        key,
        standIn,
        dialogue,
        turns,
        headers: { 'x-session-id': 'one' },
      }
    }
    const sent = async (server: () => ChildServer, more: Partial<PlayOptions> = {}) =>
      (await play({ ...options(server), ...more })).map(({ sent: [request] }) => request!.body.toString('utf8'))
    const undisturbed = await sent(() => first)
    expect(undisturbed.at(-1)!.length).toBeLessThan(undisturbed[3]!.length * 2)

    script = () => ({ text: dialogue.answer(1), chunkDelayMs: 15 })
    const client = new OpenAI({ baseURL: `${first.url}/v1`, apiKey: key, maxRetries: 0 })
    const stream = await client.chat.completions.create({
      model: 'gpt-4o',
      stream: true,
      messages: [{ role: 'user', content: dialogue.question(1) }],
    })
    const stopped = first.stop('SIGINT')
    let text = ''
    for await (const chunk of stream) text += chunk.choices[0]?.delta.content ?? ''
    expect(text).toBe(dialogue.answer(1))
    await stopped
    await expect(fetch(`${first.url}/v1/health`)).rejects.toThrow()

    let server = await start()
    expect(server.key).toBeUndefined()
    const disturbed = await sent(() => server, {
      async beforeTurn(turn) {
        if (turn !== 8) return
        await server.stop('SIGKILL')
        server = await start()
      },
    })
    expect(disturbed).toEqual(undisturbed)
    await server.stop('SIGINT')
    running = undefined
    for (const secret of [STAND_IN_KEYS.openai, dialogue.answer(3), dialogue.question(3)]) {
      expect(first.output() + server.output()).not.toContain(secret)
    }
  }, 60_000)
})
