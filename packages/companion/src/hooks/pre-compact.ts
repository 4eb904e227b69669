import { createHash } from 'node:crypto'
import type { UsableAccount } from '../config/account.ts'
import type { UserPaths } from '../config/user-paths.ts'
import { recordSaving } from '../savings/savings-log.ts'
import { findMessageList } from '../transcript/message-list.ts'
import { readMessages } from '../transcript/read-transcript.ts'
import { readTranscriptFile } from '../transcript/read-transcript-file.ts'
import { makeView } from '../view/make-view.ts'
import { requestHashOf } from '../view/request-hash.ts'
import type { ViewRequest } from '../view/view.ts'
import { type Agent, contextLength, MAX_CONTEXT } from './agents.ts'
import { fitView } from './fit-view.ts'
import type { HookInput } from './hook-input.ts'
import { removeView, storeView } from './stored-view.ts'

export interface PreCompactOptions {
  readonly agent: Agent
  readonly paths: UserPaths
  readonly usable: UsableAccount
  /** Time limit for the server in milliseconds. The local engine needs the rest of the hook's time. */
  readonly timeoutMs: number
  /** Unix milliseconds. */
  readonly now: number
}

/** Most characters of all messages for the local engine, which compresses that many in one or two seconds. */
const LOCAL_CHARACTERS = 300_000

/** Stores a view of a conversation before its compaction. Resolves to the text of the view; undefined without one. */
export async function preCompact(input: HookInput, options: PreCompactOptions): Promise<string | undefined> {
  const { agent, paths, usable, timeoutMs, now } = options
  // An earlier view does not belong to this compaction. It must not be returned if anything below fails.
  removeView(paths, { agent, sessionId: input.sessionId })
  const list = findMessageList(input.messages)
  const { messages, model } = list ? readMessages(list, list) : await readTranscriptFile(input.transcriptPath)
  const { salienceOf } = await import('@pleat/core/tul1/salience')
  const sessionId = /^[\x21-\x7e]{1,255}$/.test(input.sessionId) ? input.sessionId : hash(input.sessionId)
  const request: ViewRequest = { messages, mode: 'aggressive', sessionId, model }
  const view = await makeView(request, { ...usable, timeoutMs, localCharacters: LOCAL_CHARACTERS })
  if (!view.applied) return undefined
  const id = hash(`${input.sessionId}\0${now}\0${view.serviceMd}`).slice(0, 12)
  const lengthOf = (text: string): number => contextLength(agent, text)
  const text = fitView(view, { messages, id, limit: MAX_CONTEXT, lengthOf, salienceOf })
  const { by, whyLocal } = view
  const { cwd, transcriptPath } = input
  const stored = { id, agent, sessionId: input.sessionId, cwd, transcriptPath, at: now, by, text }
  storeView(paths, { ...stored, ...(whyLocal !== undefined && { whyLocal }) })
  const { originalTokens, savedTokens, feeCents } = view
  recordSaving(paths, { what: 'hook', by, originalTokens, savedTokens, feeCents, requestHash: requestHashOf(request) })
  return text
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
