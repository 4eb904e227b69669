import type { Caller } from './key-port.ts'

/** The account that the first start creates, for the operator of the server. */
export const OPERATOR_ACCOUNT = 'default'

/** True if the caller's account is the operator's. */
export function isOperator({ accountName }: Caller): boolean {
  return accountName === OPERATOR_ACCOUNT
}
