import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'
import { type ErrorCode, ServiceError, toServiceError } from '../errors.ts'
import { identify, peekWindow, takeSlot } from '../gate/admit.ts'
import { hasBearer } from '../gate/bearer-token.ts'
import { rateHeaders } from '../gate/rate-limit.ts'
import { ClientGone } from '../gate/read-body.ts'
import { type Exchange, openExchange } from '../proxy/exchange.ts'
import { HOT_ROUTES, pathOf } from './hot-routes.ts'
import { ALWAYS_OPEN } from './passed-through.ts'
import { familyOf } from './proxied.ts'
import { allowedMethods, type KnownRoute } from './route-table.ts'
import { answerError, finishExchange } from './run-exchange.ts'
import { unknownUrlMessage } from './unknown-url.ts'

declare module 'fastify' {
  interface FastifyRequest {
    exchange: Exchange
  }
  interface FastifyContextConfig {
    /** Takes no slot of a rate limit. */
    isFree?: boolean
    /** Handles its requests completely, including gate and log line. */
    isProxied?: boolean
  }
}

/**
 * Adds the hooks that every route on the framework shares with the proxied endpoints:
 * - authentication; `request.exchange.caller` is set if the key is valid, and a route that needs a caller checks that itself,
 * - one slot of the minute, except for free routes and for the operator,
 * - the rate limit headers,
 * - our error formats,
 * - one log line.
 *
 * The hooks read no bodies: a route does that with `receiveBody`. The returned list receives all routes that are added from then
 * on, also proxied ones.
 */
export function addExchangeHooks(framework: FastifyInstance, deps: Deps): readonly KnownRoute[] {
  const routes: KnownRoute[] = [...HOT_ROUTES.map(({ pattern }) => ({ url: pattern, method: 'POST' })), ...ALWAYS_OPEN]
  framework.addHook('onRoute', ({ url, method }) => {
    for (const name of [method].flat()) routes.push({ url, method: name })
  })
  framework.removeAllContentTypeParsers()
  framework.addContentTypeParser('*', (_request, _payload, done) => done(null))
  framework.decorateRequest('exchange', null as unknown as Exchange)
  framework.addHook('onRequest', (request, reply) => enter(deps, request, reply))
  framework.addHook('onResponse', async ({ exchange, routeOptions }) => {
    if (!routeOptions.config?.isProxied) finishExchange(deps, exchange)
  })
  framework.setNotFoundHandler((request) => {
    throw unknownRoute(routes, request, deps.config.passThrough)
  })
  framework.setErrorHandler((thrown, request, reply) => answerThrown(deps, thrown, request, reply))
  return routes
}

/**
 * Answers an error, with or without a route: a path with an invalid escape has none. A client that is gone gets no
 * answer, and its request is no failure of the server.
 */
export function answerThrown(deps: Deps, thrown: unknown, request: FastifyRequest, reply: FastifyReply): void {
  reply.hijack()
  request.exchange ??= exchangeOf(deps, request, reply)
  // The framework runs `onResponse` only for responses that are sent.
  if (thrown instanceof ClientGone) finishExchange(deps, request.exchange)
  else void answerError(deps, request.exchange, fromFramework(thrown))
}

async function enter(deps: Deps, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const exchange = exchangeOf(deps, request, reply)
  request.exchange = exchange
  const { isFree, isProxied } = request.routeOptions.config ?? {}
  if (isProxied) return
  await identify(deps, exchange)
  // Others at the operator's address, such as that of a reverse proxy, must not lock the operator out.
  const isOperators = isAdminRequest(deps.secrets.adminToken, request)
  await (isFree || isOperators ? peekWindow(deps, exchange) : takeSlot(deps, exchange))
  const headers = rateHeaders(exchange.window!)
  for (let i = 0; i + 1 < headers.length; i += 2) reply.header(headers[i]!, headers[i + 1]!)
}

function isAdminRequest(adminToken: string | undefined, { routeOptions, raw }: FastifyRequest): boolean {
  if (adminToken === undefined || !routeOptions.url?.startsWith('/admin/')) return false
  return hasBearer(raw.headers, adminToken)
}

function exchangeOf({ telemetry }: Deps, { raw, routeOptions }: FastifyRequest, reply: FastifyReply): Exchange {
  const family = familyOf(pathOf(raw), raw.headers)
  const { isProxied = false, isFree = false } = routeOptions?.config ?? {}
  const expectsContinue = isContinueExpected(raw)
  const pattern = routeOptions?.url ?? 'unknown'
  // Monitoring requests are frequent and belong to no trace.
  const traced = isFree ? undefined : telemetry
  return openExchange(raw, reply.raw, { family, pattern, isProxied, expectsContinue, telemetry: traced })
}

/** The same test as Node's own. */
function isContinueExpected({ headers, httpVersionMinor }: IncomingMessage): boolean {
  return httpVersionMinor > 0 && headers.expect?.toLowerCase() === '100-continue'
}

function unknownRoute(
  routes: readonly KnownRoute[],
  request: FastifyRequest,
  passThrough: readonly string[],
): ServiceError {
  const path = pathOf(request.raw)
  const allowed = allowedMethods(routes, path)
  if (allowed.length === 0)
    return new ServiceError('unknown_path', { message: unknownUrlMessage(routes, path, passThrough) })
  return new ServiceError('method_not_allowed', { headers: { Allow: allowed.join(', ') } })
}

/** Our error codes for refusals of the framework. */
const FRAMEWORK_REFUSALS: Readonly<Record<number, ErrorCode>> = {
  400: 'invalid_request',
  404: 'unknown_path',
  413: 'body_too_large',
  414: 'unknown_path',
  415: 'unsupported_media_type',
}

/** Refusals of the framework (an invalid path, for example) become our errors. Anything else is a fault. */
function fromFramework(thrown: unknown): ServiceError {
  if (thrown instanceof ServiceError) return thrown
  const status = (thrown as { statusCode?: unknown } | undefined)?.statusCode
  const code = typeof status === 'number' ? FRAMEWORK_REFUSALS[status] : undefined
  return code === undefined ? toServiceError(thrown) : new ServiceError(code, { cause: thrown })
}
