import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { type Agent, callAgent, type Provider, sayAll, timesOfView } from './agent-calls.ts'
import { answerTo } from './claude-session.ts'

/** Input tokens that the provider reports for the first request; twice as many for the second, and so on. */
const TOKENS_A_REQUEST = 1_000
/** Tokens above which Codex compacts. */
const COMPACT_AT = 2 * TOKENS_A_REQUEST

/** Plays a session, resumes it with a compaction and again. Returns the last request, which must contain the view. */
export async function playCodex(agent: Agent, home: string): Promise<string[]> {
  await mkdir(join(home, '.codex'), { recursive: true })
  await writeFile(join(home, '.codex', 'config.toml'), settingsFor(agent.provider.url))
  // Codex asks its user to allow hooks; a script allows them by an option.
  const first = ['exec', '--skip-git-repo-check', '--dangerously-bypass-hook-trust']
  const next = [...first, 'resume', '--last']
  await sayAll(agent, first, next)
  const compacting = [...first, '--config', `model_auto_compact_token_limit=${COMPACT_AT}`, 'resume', '--last']
  const compacted = await callAgent(agent, [...compacting, 'What was the deadline again?'])
  const times = timesOfView(compacted.at(-1) ?? '')
  if (times !== 1) throw new Error(`the request after the compaction contains the view ${times} times`)
  return (await callAgent(agent, [...next, 'And the port?'])).slice(-1)
}

function settingsFor(url: string): string {
  return `model = "stand-in"
model_provider = "stand-in"
check_for_update_on_startup = false

[model_providers.stand-in]
name = "stand-in"
base_url = "${url}/v1"
wire_api = "responses"
request_max_retries = 0
stream_max_retries = 0

[analytics]
enabled = false
`
}

/** A provider with the part of the Responses API that Codex needs. */
export async function startResponsesProvider(): Promise<Provider> {
  const requests: { body: Buffer }[] = []
  const server = createServer(async (incoming, outgoing) => {
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(chunk as Buffer)
    if (incoming.method !== 'POST' || incoming.url !== '/v1/responses') {
      outgoing.writeHead(404, { 'content-type': 'application/json' })
      outgoing.end('{"error":{"message":"Not found"}}')
      return
    }
    requests.push({ body: Buffer.concat(chunks) })
    sendResponse(outgoing, requests.length)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    async close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

function sendResponse(outgoing: ServerResponse, number: number): void {
  const id = `resp_${number}`
  const content = [{ type: 'output_text', text: answerTo(number) }]
  const item = { type: 'message', id: `msg_${number}`, role: 'assistant', content }
  const input = number * TOKENS_A_REQUEST
  const usage = { input_tokens: input, output_tokens: 20, total_tokens: input + 20 }
  const events = [
    { type: 'response.created', response: { id } },
    { type: 'response.output_item.done', output_index: 0, item },
    { type: 'response.completed', response: { id, usage } },
  ]
  outgoing.writeHead(200, { 'content-type': 'text/event-stream' })
  outgoing.end(events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join(''))
}
