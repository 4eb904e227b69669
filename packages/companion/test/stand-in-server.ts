import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The only valid key. */
export const KEY = 'pleat_key-of-the-test'

/** Behaviours of the stand-in server. A hook must handle each of them. */
export type Manner =
  | 'serves'
  | 'asks for payment'
  | 'hangs'
  | 'talks garbage'
  | 'sends a wrong shape'
  | 'fails'
  | 'breaks off'
  | 'sends too much'
  | 'redirects'
  | 'drips'

/** A small server with the four paths that the companion uses. Every other path is answered like a proxied request. */
export interface StandInServer {
  readonly url: string
  manner: Manner
  /** True: the server is of an older version, which does not report the account of a key. */
  isOld: boolean
  /** The response to a request for the bill of sessions; undefined: 404, as on an older server. */
  bill: object | undefined
  readonly requests: { readonly path: string; readonly headers: IncomingHttpHeaders; readonly body: string }[]
  close(): Promise<void>
}

/** Starts the server on a free port. */
export async function startStandInServer(): Promise<StandInServer> {
  const requests: StandInServer['requests'] = []
  const server = createServer(async (request, response) => {
    const body = await readAll(request)
    requests.push({ path: request.url ?? '', headers: request.headers, body })
    if (request.url === '/v1/health') return send(response, 200, { status: 'ok', version: '0.2.0' })
    if (request.url === '/v1/tul1')
      return answerAs(state.manner, response, () => answerTul1(state.manner, request, response, body))
    if (request.url === '/v1/account' && state.isOld) return send(response, 404, { error: { message: 'unknown' } })
    if (request.headers.authorization !== `Bearer ${KEY}`) return send(response, 401, { error: { message: 'no' } })
    if (request.url === '/v1/account')
      return answerAs(state.manner, response, () => answerAccount(state.manner, response))
    if (request.url?.startsWith('/v1/account/bill?')) {
      return state.bill ? send(response, 200, state.bill) : send(response, 404, { error: { message: 'unknown' } })
    }
    response.setHeader('x-service-session-id', 'one session')
    response.setHeader('x-service-original-tokens', '1000')
    response.setHeader('x-service-saved-tokens', '640')
    if (state.manner === 'fails') return send(response, 500, { error: { message: 'no' } })
    if (state.manner === 'breaks off') {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write('data: {"half"', () => response.destroy())
      return
    }
    send(response, 200, { echo: body, provider_key: request.headers['x-service-provider-key'] ?? null })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const state: StandInServer = {
    url: `http://127.0.0.1:${port}`,
    manner: 'serves',
    isOld: false,
    bill: undefined,
    requests,
    async close() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
  return state
}

/** An address on this machine without a listener. */
export async function addressOfNobody(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return `http://127.0.0.1:${port}`
}

/** Answers `/v1/tul1` or `/v1/account`: failures are the same on both, successful answers differ. */
function answerAs(manner: Manner, response: ServerResponse, answer: () => void): void {
  const answers: Readonly<Record<Manner, () => void>> = {
    hangs: () => undefined,
    drips() {
      response.writeHead(200, { 'content-type': 'application/json' })
      setInterval(() => response.write(' '), 200).unref()
    },
    'talks garbage': () =>
      response.writeHead(200, { 'content-type': 'text/html' }).end('<html>\u0000not what was asked for'),
    'sends a wrong shape': () => send(response, 200, { ok: true, applied: true, service_md: 7, raw_tail: 'none' }),
    fails: () => send(response, 500, { error: { message: 'no' } }),
    redirects: () => response.writeHead(307, { location: 'http://127.0.0.1:9/elsewhere' }).end(),
    'breaks off': () =>
      response.writeHead(200, { 'content-length': '1000' }).write('{"ok":true', () => response.destroy()),
    'sends too much': () => response.writeHead(200).end(' '.repeat(65 * 1024 * 1024)),
    'asks for payment': answer,
    serves: answer,
  }
  answers[manner]()
}

function answerTul1(manner: Manner, request: IncomingMessage, response: ServerResponse, body: string): void {
  const isKnown = request.headers.authorization === `Bearer ${KEY}`
  if (manner === 'asks for payment') send(response, 402, paymentRequired('free'))
  else if (!isKnown) send(response, 402, paymentRequired('anonymous'))
  else send(response, 200, viewOf(JSON.parse(body)))
}

function answerAccount(manner: Manner, response: ServerResponse): void {
  const sums = { requests: 12, original_tokens: 40_000, optimized_tokens: 10_000, saved_tokens: 30_000 }
  const total = { requests: 1234, original_tokens: 5_000_000, optimized_tokens: 2_000_000, saved_tokens: 3_000_000 }
  const usage = { today: sums, total }
  const isPaying = manner === 'serves'
  const plan = isPaying ? 'pro' : 'free'
  const amounts = isPaying ? { budget_cents: 1250.000001, owed_cents: 0.25 } : { budget_cents: 0 }
  send(response, 200, { account: 'ACME', plan, tier_label: isPaying ? 'Pro' : 'Free', ...amounts, usage })
}

function paymentRequired(tier: string): object {
  const error = 'TUL 1.0 requires a Pro subscription or a Free tier with budget above zero'
  return { ok: false, error, your_tier: tier, your_budget_cents: 0, signup_url: 'http://127.0.0.1/upgrade' }
}

interface Tul1Request {
  readonly session_id: string
  readonly protection_mode: 'off' | 'aggressive' | 'balanced' | 'conservative'
  readonly messages: readonly { readonly role: string; readonly content: string }[]
}

/** A view like that of a server, with a word that only this server uses. */
function viewOf({ session_id, protection_mode, messages }: Tul1Request): object {
  const tail = { off: 0, aggressive: 2, balanced: 4, conservative: 8 }[protection_mode]
  const compressed = Math.max(0, messages.length - tail)
  const blocks = messages
    .slice(0, compressed)
    .map(({ role, content }, i) => `[T${i + 1} (${role})]\nSERVED: ${content.slice(0, 60).replace(/\s+/g, ' ')}`)
  return {
    ok: true,
    applied: compressed > 0,
    tier: 'pro',
    service_md: blocks.join('\n\n'),
    raw_tail: messages.slice(compressed),
    n_compressed_turns: compressed,
    n_total: messages.length,
    saving_chars: 900,
    saving_tokens: 225,
    session_id,
    protection_mode,
    fee_cents: compressed > 0 ? 0.25 : 0,
    tier_label: 'Pro',
    version: 'tul1-1.0.0',
  }
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

async function readAll(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}
