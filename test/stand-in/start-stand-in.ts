import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { STAND_IN_KEYS } from './credentials.ts'
import { createDesk, type Desk, type DeskOptions } from './desk.ts'
import type { RecordedRequest } from './recorded-request.ts'
import { createResources, type Resources } from './resources.ts'
import type { DelayedAnswer } from './wire-answer.ts'
import { writeAnswer } from './write-answer.ts'

export type StandInOptions = DeskOptions

/** A local server that plays both providers on one port, with scripted responses. */
export interface StandIn {
  /** Base URL of the messages API; followed by `/v1`, that of the other two APIs. */
  readonly url: string
  readonly port: number
  /** All received requests, oldest first. */
  readonly requests: readonly RecordedRequest[]
  /** Requests refused by the stand-in's own rules, not by the script. */
  refusals(): readonly RecordedRequest[]
  close(): Promise<void>
}

/** Starts a stand-in provider on a free port. */
export async function startStandIn(options: StandInOptions = {}): Promise<StandIn> {
  const desk = createDesk(options)
  const resources = createResources({ ...STAND_IN_KEYS, ...options.keys })
  const requests: RecordedRequest[] = []
  const server = createServer((request, response) => {
    void serve({ desk, resources, requests }, request, response).catch(() => response.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    requests,
    refusals: () => requests.filter(({ refusal }) => refusal !== undefined),
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

async function serve(
  { desk, resources, requests }: { desk: Desk; resources: Resources; requests: RecordedRequest[] },
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const hungUp = new Promise<void>((resolve) => {
    response.on('close', () => {
      if (!response.writableFinished) resolve()
    })
  })
  const body = await readAll(request)
  const recorded: RecordedRequest = {
    method: request.method ?? '',
    path: request.url ?? '',
    headers: request.headers,
    rawHeaders: request.rawHeaders,
    body,
    json: parse(body),
    refusal: undefined,
    answer: { status: 0, headers: {}, body: Buffer.alloc(0), isWhole: false },
    hangUp: hungUp,
  }
  requests.push(recorded)
  const wire: DelayedAnswer = (await resources.answer(recorded)) ?? (await desk.answer(recorded, requests.length))
  if (wire.delayMs) await sleep(wire.delayMs)
  recorded.answer.status = wire.status
  recorded.answer.headers = wire.headers
  const sent: Buffer[] = []
  recorded.answer.isWhole = await writeAnswer(response, wire, (chunk) => {
    sent.push(chunk)
    recorded.answer.body = Buffer.concat(sent)
  })
}

async function readAll(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return undefined
  }
}
