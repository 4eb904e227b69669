import { createHash } from 'node:crypto'
import { findAccount } from '../config/account.ts'
import type { Variables } from '../config/environment.ts'
import type { Places } from '../config/places.ts'
import { recordSaving } from '../savings/savings-log.ts'
import type { Transcript } from '../transcript/read-transcript.ts'
import { makeView } from './make-view.ts'
import { requestHashOf } from './request-hash.ts'
import type { View, ViewRequest } from './view.ts'

export interface CompressOptions {
  readonly places: Places
  readonly variables: Variables
  readonly mode: ViewRequest['mode']
  /** Nothing leaves this machine. */
  readonly isLocal: boolean
  readonly timeoutMs: number
}

/** Compresses a transcript because somebody asked for it, and records what was saved. */
export async function compressTranscript({ messages, model }: Transcript, options: CompressOptions): Promise<View> {
  const { places, variables, mode, isLocal, timeoutMs } = options
  const account = isLocal || variables.PLEAT_LOCAL ? undefined : findAccount(places, variables)
  const request = { messages, mode, sessionId: sessionIdOf(messages), model }
  const view = await makeView(request, { account, timeoutMs })
  const { by, originalTokens, savedTokens, feeCents } = view
  const requestHash = requestHashOf(request)
  if (view.applied) recordSaving(places, { what: 'compress', by, originalTokens, savedTokens, feeCents, requestHash })
  return view
}

/** The same for the same conversation however far it went, since its first message stays. */
function sessionIdOf([first]: ViewRequest['messages']): string {
  return `pleat-${createHash('sha256')
    .update(first?.content ?? '')
    .digest('hex')
    .slice(0, 32)}`
}
