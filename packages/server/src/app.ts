import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import fastify, { type FastifyInstance } from 'fastify'
import type { Deps } from './deps.ts'
import { type Family, ServiceError, toServiceError } from './errors.ts'
import { answerBrokenRequest } from './gate/broken-request.ts'
import { checkHead } from './gate/check-head.ts'
import { Connections } from './gate/connections.ts'
import { Cors, isPreflight } from './gate/cors.ts'
import { ReadQueue } from './gate/read-queue.ts'
import { watchClientAtEnd } from './gate/stalled-client.ts'
import { metricFamilies } from './observability/metric-families.ts'
import { createMetricsPage, type OwnMetricsPage } from './observability/metrics-page.ts'
import type { ProxyRoute } from './provider-apis/provider-api.ts'
import { type Exchange, openExchange } from './proxy/exchange.ts'
import { handle } from './proxy/handle.ts'
import { passThrough } from './proxy/pass-through.ts'
import { answerPreflight } from './proxy/preflight.ts'
import { addAccount } from './routes/account.ts'
import { addAdmin } from './routes/admin/add-admin.ts'
import { addApiDocument } from './routes/api-document.ts'
import { addCompress } from './routes/compress.ts'
import { addDashboard } from './routes/dashboard.ts'
import { addExchangeHooks, answerThrown } from './routes/exchange-hooks.ts'
import { addHealth } from './routes/health.ts'
import { addHello } from './routes/hello.ts'
import { hotRouteOf, pathOf } from './routes/hot-routes.ts'
import { addMetrics } from './routes/metrics.ts'
import { addOwnReading } from './routes/own-reading.ts'
import { passedThroughRouteOf } from './routes/passed-through.ts'
import { familyOf } from './routes/proxied.ts'
import type { KnownRoute } from './routes/route-table.ts'
import { runExchange } from './routes/run-exchange.ts'
import { addSignup } from './routes/signup.ts'
import { addTul1 } from './routes/tul1.ts'

/** Share of all connections that one address may open. */
const ADDRESS_SHARE = 0.75

export interface App {
  readonly server: Server
  /** For routes without a provider; usable when `ready` resolves. */
  readonly framework: FastifyInstance
  /** All served paths and methods; complete when `ready` resolves. */
  readonly routes: readonly KnownRoute[]
  /** Undefined if metrics are disabled. */
  readonly metricsPage: OwnMetricsPage | undefined
  ready(): Promise<void>
}

/**
 * The server's HTTP side. Node's own server handles requests that go to a provider, and fastify handles all others on the same
 * server. Decision 002 gives the reasons.
 */
export function createApp(deps: Deps): App {
  const server = createServer({
    // `checkHead` refuses requests without it, with this server's error format and headers.
    requireHostHeader: false,
    noDelay: true,
    keepAliveTimeout: deps.limits.keepAliveTimeoutMs,
    headersTimeout: deps.limits.headersTimeoutMs,
    connectionsCheckingInterval: deps.limits.connectionsCheckMs,
    // Limits headers and body together; most bodies have a stricter timeout, and responses have none.
    requestTimeout:
      deps.limits.headersTimeoutMs + Math.max(deps.limits.uploadTimeoutMs, deps.limits.passThroughUploadMs),
  })
  // No limit: Node would silently drop headers beyond it. `checkHead` refuses requests with too many headers.
  server.maxHeadersCount = 0
  let answerOthers: RequestListener = () => {}
  const framework = fastify({
    serverFactory(handler) {
      answerOthers = handler
      return server
    },
    routerOptions: { ignoreTrailingSlash: false, maxParamLength: 500 },
    return503OnClosing: false,
    exposeHeadRoutes: true,
    clientErrorHandler: (error, socket) => void answerBrokenRequest(deps, error, socket),
    frameworkErrors: (error, request, reply) => answerThrown(deps, error, request, reply),
  })
  const routes = addExchangeHooks(framework, deps)
  addHealth(framework, deps)
  addHello(framework, deps)
  addTul1(framework, deps)
  addCompress(framework, deps)
  const reads = new ReadQueue()
  addAccount(framework, deps, reads)
  addOwnReading(framework, deps, reads)
  addSignup(framework)
  addApiDocument(framework)
  addDashboard(framework)
  addAdmin(framework, deps)
  const { maxConnections, metricsPort } = deps.config
  // One address may be a reverse proxy or a gateway of many users.
  const connectionLimits = { maxConnections, maxConnectionsPerAddress: Math.ceil(maxConnections * ADDRESS_SHARE) }
  const refuseConnection = (socket: Socket) => void answerBrokenRequest(deps, { code: 'NO_ROOM' }, socket)
  const connections = new Connections(connectionLimits, refuseConnection)
  connections.watch(server)
  const families = metricFamilies(deps, connections)
  deps.telemetry?.exportMetrics(families)
  const { metricsToken } = deps.secrets
  const isMeasured = metricsPort !== undefined || metricsToken !== undefined
  const metricsPage = isMeasured ? createMetricsPage(families, deps.primary) : undefined
  addMetrics(framework, { token: metricsToken, port: metricsPort, page: metricsPage })
  const listener = createListener(deps, connections, (request, response) => answerOthers(request, response))
  server.on('request', (request, response) => listener(request, response, false))
  // With this listener, a client with Expect: 100-continue sends its body only after authentication.
  server.on('checkContinue', (request, response) => listener(request, response, true))
  server.on('checkExpectation', (request, response) => listener(request, response, false))
  server.on('connect', (_request, socket) => void answerBrokenRequest(deps, { code: 'CONNECT' }, socket))
  return {
    server,
    framework,
    routes,
    metricsPage,
    async ready() {
      await framework.ready()
    },
  }
}

function createListener(deps: Deps, connections: Connections, answerOthers: RequestListener) {
  const cors = new Cors(deps.config.corsOrigins)
  return (request: IncomingMessage, response: ServerResponse, expectsContinue: boolean): void => {
    if (!connections.noteRequest(request, response)) return
    watchClientAtEnd(response, deps.limits.stalledClientMs)
    // Makes the client open its next connection, which reaches another node.
    if (deps.lifecycle.isDraining) response.shouldKeepAlive = false
    const isAllowed = cors.allow(request, response)
    const walk = walkOf(deps, request, isAllowed)
    if (walk === undefined) {
      answerOthers(request, response)
      return
    }
    const exchange = openExchange(request, response, { ...walk, expectsContinue, telemetry: deps.telemetry })
    void runExchange(deps, exchange, () => walk.run(exchange))
  }
}

/** The handling of a request that does not go to fastify. */
interface Walk {
  readonly family: Family
  readonly pattern: string
  readonly isProxied: boolean
  run(exchange: Exchange): Promise<void>
}

function walkOf(deps: Deps, request: IncomingMessage, isAllowedOrigin: boolean): Walk | undefined {
  const refusal = findRefusal(deps, request)
  if (refusal) return walkWithoutRoute(request, 'unknown', () => Promise.reject(refusal))
  if (isAllowedOrigin && isPreflight(request)) {
    return walkWithoutRoute(request, 'preflight', (exchange) => answerPreflight(deps, exchange))
  }
  const hot = hotRouteOf(request)
  if (hot) return walkOn(hot, (exchange) => handle(deps, exchange, hot))
  const route = passedThroughRouteOf(request, deps.config.passThrough)
  return route && walkOn(route, (exchange) => passThrough(deps, exchange, route))
}

function walkOn({ api, pattern }: ProxyRoute, run: Walk['run']): Walk {
  return { family: api.family, pattern, isProxied: true, run }
}

function walkWithoutRoute(request: IncomingMessage, pattern: string, run: Walk['run']): Walk {
  return { family: familyOf(pathOf(request), request.headers), pattern, isProxied: false, run }
}

/** True if the request asks for a WebSocket. Other upgrades (`h2c`) are offers, which a server may ignore. */
function isWebSocketUpgrade({ headers }: IncomingMessage): boolean {
  return headers.upgrade !== undefined && /\bwebsocket\b/i.test(headers.upgrade)
}

/** The error for a request that is refused on any path; undefined if its path decides. */
function findRefusal({ lifecycle }: Deps, request: IncomingMessage): ServiceError | undefined {
  if (lifecycle.isClosing) return new ServiceError('shutting_down')
  // After this response Codex falls back to HTTP at once; after any other it retries or fails.
  if (isWebSocketUpgrade(request)) {
    return new ServiceError('upgrade_required', { body: null, headers: { Upgrade: 'HTTP/1.1', Connection: 'Upgrade' } })
  }
  try {
    checkHead(request)
    return undefined
  } catch (error) {
    return toServiceError(error)
  }
}
