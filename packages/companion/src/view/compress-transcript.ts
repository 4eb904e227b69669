import { createHash } from 'node:crypto'
import { findAccount, NO_ACCOUNT } from '../config/account.ts'
import type { Variables } from '../config/environment.ts'
import type { UserPaths } from '../config/user-paths.ts'
import { recordSaving } from '../savings/savings-log.ts'
import type { Transcript } from '../transcript/read-transcript.ts'
import { makeView } from './make-view.ts'
import { requestHashOf } from './request-hash.ts'
import type { View, ViewRequest } from './view.ts'

export interface CompressOptions {
  readonly paths: UserPaths
  readonly variables: Variables
  readonly mode: ViewRequest['mode']
  /** True: nothing leaves this machine. */
  readonly isLocal: boolean
  readonly timeoutMs: number
}

/** Compresses a transcript on request and records the savings. */
export async function compressTranscript({ messages, model }: Transcript, options: CompressOptions): Promise<View> {
  const { paths, variables, mode, isLocal, timeoutMs } = options
  const usable = isLocal || variables.PLEAT_LOCAL ? NO_ACCOUNT : findAccount(paths, variables)
  const request = { messages, mode, sessionId: sessionIdOf(messages), model }
  const view = await makeView(request, { ...usable, timeoutMs })
  const { by, originalTokens, savedTokens, feeCents } = view
  const requestHash = requestHashOf(request)
  if (view.applied) recordSaving(paths, { what: 'compress', by, originalTokens, savedTokens, feeCents, requestHash })
  return view
}

/** A session id from the first message, which stays the same when the conversation grows. */
function sessionIdOf([first]: ViewRequest['messages']): string {
  return `pleat-${createHash('sha256')
    .update(first?.content ?? '')
    .digest('hex')
    .slice(0, 32)}`
}
