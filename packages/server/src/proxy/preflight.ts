import { type GateDeps, peekWindow } from '../gate/admit.ts'
import { preflightHeaders } from '../gate/cors.ts'
import { rateHeaders } from '../gate/rate-limit.ts'
import type { Exchange } from './exchange.ts'

/** Answers a preflight of an allowed origin. It has no key and takes no slot of the address's minute. */
export async function answerPreflight(deps: GateDeps, exchange: Exchange): Promise<void> {
  await peekWindow(deps, exchange)
  const headers = preflightHeaders(exchange.request, rateHeaders(exchange.window!))
  exchange.response.writeHead(204, headers).end()
}
