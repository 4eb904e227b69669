import { type Exchange, isClientGone } from '../proxy/exchange.ts'
import { CLIENT_GONE_STATUS } from './closed-sets.ts'

/** The status that was sent to the client; 499 if the client disconnected before one was sent. */
export function finalStatus(exchange: Exchange): number {
  const { response } = exchange
  return isClientGone(exchange) && !response.headersSent ? CLIENT_GONE_STATUS : response.statusCode
}

/** True for an error, and for a response that the provider broke off. Such a request saved nothing. */
export function isFailed(exchange: Exchange): boolean {
  return finalStatus(exchange) >= 400 || exchange.end === 'broken'
}

/** `error.type` of a call: our error code, how the response ended, or its status. Undefined if the call succeeded. */
export function errorTypeOf(exchange: Exchange, status: string): string | undefined {
  if (exchange.errorCode !== undefined) return exchange.errorCode
  if (exchange.end === 'broken') return 'broken_answer'
  if (exchange.end === 'client-gone') return 'client_gone'
  return status >= '400' ? status : undefined
}
