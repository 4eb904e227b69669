import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { identify, takeSlot } from '../gate/admit.ts'
import { rateHeaders } from '../gate/rate-limit.ts'
import { type PassThroughDeps, passThrough } from '../proxy/pass-through.ts'
import { type RunDeps, runExchange } from '../proxy/run-exchange.ts'
import type { ProxyRoute } from './provider-api.ts'
import { COUNT_TOKENS, HELLO, modelsRoute } from './proxied.ts'

type Deps = PassThroughDeps & RunDeps

/** The providers' other paths that clients need: passed on as they are, with the same gate and credentials. */
export function addPassedThrough(framework: FastifyInstance, deps: Deps): void {
  const config = { isProxied: true }
  for (const url of ['/v1/models', '/v1/models/:id']) {
    framework.get(url, { config }, (request, reply) => {
      passOn(deps, request, reply, modelsRoute(url, request.headers))
    })
  }
  framework.post(COUNT_TOKENS.pattern, { config }, (request, reply) => passOn(deps, request, reply, COUNT_TOKENS))
  framework.head(HELLO.pattern, { config }, (request, reply) => {
    reply.hijack()
    void runExchange(deps, request.exchange, () => greet(deps, request))
  })
}

function passOn(deps: Deps, request: FastifyRequest, reply: FastifyReply, route: ProxyRoute): void {
  reply.hijack()
  void runExchange(deps, request.exchange, () => passThrough(deps, request.exchange, route))
}

/** A client asks this before it has shown a key, only to see whether somebody is there: then it is answered here. */
async function greet(deps: Deps, { exchange }: FastifyRequest): Promise<void> {
  if (await identify(deps, exchange)) return passThrough(deps, exchange, HELLO)
  await takeSlot(deps, exchange)
  exchange.response.writeHead(200, rateHeaders(exchange.window!)).end()
}
