import { randomBytes, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import {
  createServer,
  Agent as HttpAgent,
  request as httpRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import type { AddressInfo } from 'node:net'
import { pipeline } from 'node:stream'
import type { Account } from '../config/account.ts'
import type { Endpoint } from './tools.ts'

/** The savings of a run, added up from response headers. */
export interface RunTotals {
  requests: number
  originalTokens: number
  savedTokens: number
  /** Successful requests whose tokens are not counted, such as lists of models. */
  uncounted: number
  /** Failed requests by status; `unreachable` without a response. */
  failed: Map<number | 'unreachable', number>
  /** Ids of the sessions of counted requests, at most `MAX_SESSIONS`. */
  sessions: Set<string>
}

/** Sessions in the bill of a run. */
const MAX_SESSIONS = 500

/**
 * Time after which an unused connection to the server is closed, in milliseconds. After sleep or a change of the
 * network, a request on an old connection would get neither an answer nor an error.
 */
const IDLE_MS = 4_000

/** A local HTTP server through which one tool reaches the Pleat server. */
export interface Relay {
  readonly endpoint: Endpoint
  readonly totals: Readonly<RunTotals>
  close(): void
}

/**
 * Opens a relay. The tool gets a key that is valid for this relay and this run only; the account's key stays in this process.
 * Bodies pass unchanged in both directions. Only the savings and session ids in response headers are read.
 */
export async function openRelay(account: Account, providerKeys: ProviderKeys = {}): Promise<Relay> {
  const key = `pleat-run-${randomBytes(24).toString('base64url')}`
  const totals: RunTotals = {
    requests: 0,
    originalTokens: 0,
    savedTokens: 0,
    uncounted: 0,
    failed: new Map(),
    sessions: new Set(),
  }
  const isHttps = account.server.startsWith('https:')
  // The timeout of an agent ends connections without a request only.
  const connections = { keepAlive: true, timeout: IDLE_MS }
  const agent = isHttps ? new HttpsAgent(connections) : new HttpAgent(connections)
  const server = createServer((incoming, outgoing) => {
    if (!isAllowed(incoming.headers, key))
      return refuse(outgoing, 401, 'This address accepts only the tool that "pleat run" started.')
    forward({ account, providerKeys, agent, totals }, incoming, outgoing)
  })
  // No limit, because responses of models and uploads may take long.
  server.requestTimeout = 0
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    endpoint: { url: `http://127.0.0.1:${port}`, key },
    totals,
    close() {
      server.close()
      server.closeAllConnections()
      agent.destroy()
    },
  }
}

/** The user's provider keys for this run, by the API of the path. */
export interface ProviderKeys {
  readonly openai?: string | undefined
  readonly anthropic?: string | undefined
}

interface RelayContext {
  readonly account: Account
  readonly providerKeys: ProviderKeys
  readonly agent: HttpAgent
  readonly totals: RunTotals
}

function forward(context: RelayContext, incoming: IncomingMessage, outgoing: ServerResponse): void {
  const { account, agent, totals } = context
  const send = account.server.startsWith('https:') ? httpsRequest : httpRequest
  const target = new URL(account.server)
  const request = send({
    agent,
    protocol: target.protocol,
    hostname: target.hostname.replace(/^\[|\]$/g, ''),
    port: target.port,
    method: incoming.method,
    path: `${target.pathname.replace(/\/$/, '')}${incoming.url ?? '/'}`,
    headers: headersFor(context, incoming, target.host),
  })
  request.on('response', (response) => {
    count(totals, response.statusCode ?? 502, response.headers)
    outgoing.writeHead(response.statusCode ?? 502, response.statusMessage, endToEnd(response.rawHeaders))
    outgoing.flushHeaders()
    // A broken connection on one side breaks the other, so that an incomplete response does not look complete.
    pipeline(response, outgoing, () => undefined)
  })
  request.on('error', () => {
    if (outgoing.headersSent) return void outgoing.destroy()
    // A tool that disconnects is not a failure.
    if (!outgoing.destroyed) addFailure(totals, 'unreachable')
    refuse(outgoing, 502, `Could not connect to the Pleat server at ${account.server}. Check it with "pleat status".`)
  })
  outgoing.on('close', () => {
    if (!outgoing.writableFinished) request.destroy()
  })
  pipeline(incoming, request, () => undefined)
}

/** Headers of one connection, and headers that the relay sets itself. */
const HOP_BY_HOP = /^(?:connection|keep-alive|proxy-.*|te|trailer|upgrade|host|authorization|x-api-key|expect)$/i

function endToEnd(rawHeaders: readonly string[]): string[] {
  const headers: string[] = []
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]!
    if (!HOP_BY_HOP.test(name) && !/^transfer-encoding$/i.test(name)) headers.push(name, rawHeaders[i + 1]!)
  }
  return headers
}

function headersFor({ account, providerKeys }: RelayContext, incoming: IncomingMessage, host: string): string[] {
  const headers = ['host', host, 'authorization', `Bearer ${account.key}`]
  const { rawHeaders } = incoming
  for (let i = 0; i < rawHeaders.length; i += 2) {
    if (!HOP_BY_HOP.test(rawHeaders[i]!)) headers.push(rawHeaders[i]!, rawHeaders[i + 1]!)
  }
  const isMessages = /^\/v1\/messages\b/.test(incoming.url ?? '') || incoming.headers['anthropic-version'] !== undefined
  const own = isMessages ? providerKeys.anthropic : providerKeys.openai
  if (own && incoming.headers['x-service-provider-key'] === undefined) headers.push('x-service-provider-key', own)
  return headers
}

/** Adds the figures of the response headers. Failed requests and requests without token counts save nothing. */
function count(totals: RunTotals, status: number, headers: IncomingHttpHeaders): void {
  if (status >= 400) {
    addFailure(totals, status)
    return
  }
  const original = Number(headers['x-service-original-tokens'])
  const saved = Number(headers['x-service-saved-tokens'])
  if (!(original > 0) || !Number.isFinite(saved)) {
    totals.uncounted += 1
    return
  }
  totals.requests += 1
  totals.originalTokens += original
  totals.savedTokens += saved
  const session = headers['x-service-session-id']
  if (typeof session === 'string' && totals.sessions.size < MAX_SESSIONS) totals.sessions.add(session)
}

function addFailure({ failed }: RunTotals, kind: number | 'unreachable'): void {
  failed.set(kind, (failed.get(kind) ?? 0) + 1)
}

/** True if the request has the key of this run: other programs on this machine can reach the port too. */
function isAllowed(headers: IncomingHttpHeaders, key: string): boolean {
  const bearer = /^bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1]
  const apiKey = headers['x-api-key']
  return isSame(bearer, key) || (typeof apiKey === 'string' && isSame(apiKey, key))
}

function isSame(given: string | undefined, key: string): boolean {
  const bytes = Buffer.from(given ?? '')
  return bytes.length === key.length && timingSafeEqual(bytes, Buffer.from(key))
}

/** Answers with an error in a format that the SDKs of both providers can read. */
function refuse(outgoing: ServerResponse, status: number, message: string): void {
  const body = JSON.stringify({ type: 'error', error: { type: 'api_error', message, code: null, param: null } })
  outgoing.writeHead(status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) })
  outgoing.end(body)
}
