import type { Account } from '../config/account.ts'
import { askServer } from '../service/ask-server.ts'
import { localView } from './local-view.ts'
import type { View, ViewRequest } from './view.ts'

export interface ViewOptions {
  /** Undefined: nothing leaves this machine. */
  readonly account: Account | undefined
  /** How long the server may take, in milliseconds. */
  readonly timeoutMs: number
}

/** The server's view when there is an account and it answers in time, else our own. */
export async function makeView(request: ViewRequest, { account, timeoutMs }: ViewOptions): Promise<View> {
  if (!account || !request.messages.length) return await localView(request)
  const answer = await askServer(account, request, timeoutMs)
  return answer.kind === 'view' ? answer.view : await localView(request, answer.reason)
}
