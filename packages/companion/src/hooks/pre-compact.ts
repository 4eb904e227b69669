import { createHash } from 'node:crypto'
import type { Account } from '../config/account.ts'
import type { Places } from '../config/places.ts'
import { recordSaving } from '../savings/savings-log.ts'
import { findMessageList } from '../transcript/message-list.ts'
import { readMessages } from '../transcript/read-transcript.ts'
import { readTranscriptFile } from '../transcript/read-transcript-file.ts'
import { makeView } from '../view/make-view.ts'
import { requestHashOf } from '../view/request-hash.ts'
import type { ViewRequest } from '../view/view.ts'
import { type Agent, contextLength, MOST_CONTEXT } from './agents.ts'
import { fitView } from './fit-view.ts'
import type { HookInput } from './hook-input.ts'
import { storeView } from './stored-view.ts'

export interface PreCompactOptions {
  readonly agent: Agent
  readonly places: Places
  readonly account: Account | undefined
  /** How long the server may take; our own engine must fit into what is left of the hook's time. */
  readonly timeoutMs: number
  /** Unix milliseconds. */
  readonly now: number
}

/** What our own engine gets done in a second or two, and thirty times what fits into the answer. */
const LOCAL_CHARACTERS = 300_000

/** Before a conversation is compacted: makes a view of it and keeps it. The result is its text, if there is any. */
export async function preCompact(input: HookInput, options: PreCompactOptions): Promise<string | undefined> {
  const { agent, places, account, timeoutMs, now } = options
  const list = findMessageList(input.messages)
  const { messages, model } = list ? readMessages(list, list) : await readTranscriptFile(input.transcriptPath)
  const { needOf } = await import('@pleat/core/tul1/need')
  const sessionId = /^[\x21-\x7e]{1,255}$/.test(input.sessionId) ? input.sessionId : hash(input.sessionId)
  const request: ViewRequest = { messages, mode: 'aggressive', sessionId, model }
  const view = await makeView(request, { account, timeoutMs, localCharacters: LOCAL_CHARACTERS })
  if (!view.applied) return undefined
  const id = hash(`${input.sessionId}\0${now}\0${view.serviceMd}`).slice(0, 12)
  const lengthOf = (text: string): number => contextLength(agent, text)
  const text = fitView(view, { messages, id, limit: MOST_CONTEXT, lengthOf, needOf })
  const { by, whyLocal } = view
  const { cwd, transcriptPath } = input
  const stored = { id, agent, sessionId: input.sessionId, cwd, transcriptPath, at: now, by, text }
  storeView(places, { ...stored, ...(whyLocal !== undefined && { whyLocal }) })
  const { originalTokens, savedTokens, feeCents } = view
  recordSaving(places, { what: 'hook', by, originalTokens, savedTokens, feeCents, requestHash: requestHashOf(request) })
  return text
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
