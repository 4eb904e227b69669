import type { Caller } from '../ports.ts'

/** The account that the first start makes, for whoever runs the server. */
export const OPERATOR_ACCOUNT = 'default'

export function isOperator({ accountName }: Caller): boolean {
  return accountName === OPERATOR_ACCOUNT
}
