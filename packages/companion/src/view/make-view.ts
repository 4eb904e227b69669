import type { Account } from '../config/account.ts'
import { askServer } from '../service/ask-server.ts'
import { limitMessages } from './limit-messages.ts'
import { localView } from './local-view.ts'
import type { View, ViewRequest } from './view.ts'

export interface ViewOptions {
  /** Undefined: nothing leaves this machine. */
  readonly account: Account | undefined
  /** How long the server may take, in milliseconds. */
  readonly timeoutMs: number
  /** About how many characters our own engine is given, where it has only so much time; all when not given. */
  readonly localCharacters?: number
}

/** The server's view when there is an account and it answers in time, else our own. */
export async function makeView(request: ViewRequest, options: ViewOptions): Promise<View> {
  const { account, timeoutMs, localCharacters } = options
  let whyLocal: string | undefined
  if (account && request.messages.length) {
    const answer = await askServer(account, request, timeoutMs)
    if (answer.kind === 'view') return answer.view
    whyLocal = answer.reason
  }
  if (localCharacters === undefined) return await localView(request, whyLocal)
  return await localView({ ...request, messages: limitMessages(request.messages, localCharacters) }, whyLocal)
}
