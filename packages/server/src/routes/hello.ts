import type { FastifyInstance, FastifyRequest } from 'fastify'
import { identify, takeSlot } from '../gate/admit.ts'
import { rateHeaders } from '../gate/rate-limit.ts'
import { type PassThroughDeps, passThrough } from '../proxy/pass-through.ts'
import { HELLO } from './proxied.ts'
import { type RunDeps, runExchange } from './run-exchange.ts'

type Deps = PassThroughDeps & RunDeps

/** `HEAD /api/hello`: a client sends this without a key, to check that the server is reachable. */
export function addHello(framework: FastifyInstance, deps: Deps): void {
  framework.head(HELLO.pattern, { config: { isProxied: true } }, (request, reply) => {
    reply.hijack()
    void runExchange(deps, request.exchange, () => greet(deps, request))
  })
}

async function greet(deps: Deps, { exchange }: FastifyRequest): Promise<void> {
  if (await identify(deps, exchange)) return passThrough(deps, exchange, HELLO)
  await takeSlot(deps, exchange)
  exchange.response.writeHead(200, rateHeaders(exchange.window!)).end()
}
