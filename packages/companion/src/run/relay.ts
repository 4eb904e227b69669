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

/** What the server said it saved, summed over the run. */
export interface RunTotals {
  requests: number
  originalTokens: number
  savedTokens: number
  /** Successful requests whose tokens are not counted, such as lists of models. */
  uncounted: number
  /** Failed requests by status; `unreachable` where there was no response. */
  failed: Map<number | 'unreachable', number>
  /** Ids of the sessions of the counted requests; of very many only the first. */
  sessions: Set<string>
}

/** A tool that starts more sessions has the others left out of its bill. */
const MOST_SESSIONS = 500

/** A door on this machine through which one tool reaches the server. */
export interface Relay {
  readonly endpoint: Endpoint
  readonly totals: Readonly<RunTotals>
  close(): void
}

/**
 * Opens a relay. The tool is given a key that is good here and for this run only; the real one stays with us. Bytes
 * go through as they come, in both directions; the only thing read is what the server's headers say was saved.
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
  const agent = isHttps ? new HttpsAgent({ keepAlive: true }) : new HttpAgent({ keepAlive: true })
  const server = createServer((incoming, outgoing) => {
    if (!isAllowed(incoming.headers, key))
      return refuse(outgoing, 401, 'This address accepts only the tool that "pleat run" started.')
    forward({ account, providerKeys, agent, totals }, incoming, outgoing)
  })
  // Answers of models take their time, and uploads may too.
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

/** Provider keys of the user that the server is to use for this run, by the family of the path. */
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
    // A break on either side is passed on as a break: an answer must not seem whole when it is not.
    pipeline(response, outgoing, () => undefined)
  })
  request.on('error', () => {
    if (outgoing.headersSent) return void outgoing.destroy()
    // A tool that hangs up has not met a failure.
    if (!outgoing.destroyed) addFailure(totals, 'unreachable')
    refuse(outgoing, 502, `The Pleat server at ${account.server} cannot be reached.`)
  })
  outgoing.on('close', () => {
    if (!outgoing.writableFinished) request.destroy()
  })
  pipeline(incoming, request, () => undefined)
}

/** Headers that are between two neighbours, and those of which we send our own. */
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

/** Figures of the server's headers (spec 2.3). A failed request, or one without tokens to count, has saved nothing. */
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
  if (typeof session === 'string' && totals.sessions.size < MOST_SESSIONS) totals.sessions.add(session)
}

function addFailure({ failed }: RunTotals, kind: number | 'unreachable'): void {
  failed.set(kind, (failed.get(kind) ?? 0) + 1)
}

/** Other programs of this machine can reach this port too. Probes carry no key and get through to nothing. */
function isAllowed(headers: IncomingHttpHeaders, key: string): boolean {
  const bearer = /^bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1]
  const apiKey = headers['x-api-key']
  return isSame(bearer, key) || (typeof apiKey === 'string' && isSame(apiKey, key))
}

function isSame(given: string | undefined, key: string): boolean {
  const bytes = Buffer.from(given ?? '')
  return bytes.length === key.length && timingSafeEqual(bytes, Buffer.from(key))
}

/** In a shape that the SDKs of both families read a message from. */
function refuse(outgoing: ServerResponse, status: number, message: string): void {
  const body = JSON.stringify({ type: 'error', error: { type: 'api_error', message, code: null, param: null } })
  outgoing.writeHead(status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) })
  outgoing.end(body)
}
