import type { Account } from '../config/account.ts'
import { askServer } from '../service/ask-server.ts'
import { estimateMessages } from './estimate-tokens.ts'
import { limitMessages } from './limit-messages.ts'
import { localView } from './local-view.ts'
import type { View, ViewRequest } from './view.ts'

export interface ViewOptions {
  /** Undefined: the view is made on this machine. */
  readonly account: Account | undefined
  /** The reason why a configured account cannot be used; undefined without one. */
  readonly problem: string | undefined
  /** Time limit for the server, in milliseconds. */
  readonly timeoutMs: number
  /** Most characters of all messages for the local engine, which bounds its time; undefined: no limit. */
  readonly localCharacters?: number
}

/** The server's view if an account is configured and the server answers in time, else the local one. */
export async function makeView(request: ViewRequest, options: ViewOptions): Promise<View> {
  const { account, problem, timeoutMs, localCharacters } = options
  let whyLocal = problem
  if (account && request.messages.length) {
    const answer = await askServer(account, request, timeoutMs)
    if (answer.kind === 'view') return answer.view
    whyLocal = answer.reason
  }
  if (localCharacters === undefined) return await localView(request, whyLocal)
  const messages = limitMessages(request.messages, localCharacters)
  const view = await localView({ ...request, messages }, whyLocal)
  // Shortening saves tokens too.
  const shortened = estimateMessages(request.messages) - view.originalTokens
  return { ...view, originalTokens: view.originalTokens + shortened, savedTokens: view.savedTokens + shortened }
}
