import { type Exchange, isClientGone } from '../proxy/exchange.ts'

/** In metrics and in the log only: the client left before there was a status. */
const CLIENT_GONE_STATUS = 499

/** The status that the client got, or that says that it got none. */
export function finalStatus(exchange: Exchange): number {
  const { response } = exchange
  return isClientGone(exchange) && !response.headersSent ? CLIENT_GONE_STATUS : response.statusCode
}

/** Why a call to a provider failed, as `error.type`: an error of ours, a status, or how the answer ended. */
export function errorTypeOf(exchange: Exchange, status: string): string | undefined {
  if (exchange.errorCode !== undefined) return exchange.errorCode
  if (exchange.end === 'broken') return 'broken_answer'
  if (exchange.end === 'client-gone') return 'client_gone'
  return status >= '400' ? status : undefined
}
