import {
  type CacheTable,
  CITING_TEXT,
  type Conversation,
  cacheTermsOf,
  type Part,
  type ReadResult,
  turnOf,
} from '@pleat/core'
import { type BodyFacts, type ConversationFacts, MAX_HEADS } from './compression-port.ts'
import { conversationEnds } from './conversation-ends.ts'
import { historyHashes } from './prefix-hashes.ts'

/** Longest model name and session hint in the facts. A longer name is cut, and a longer hint is ignored. */
const MAX_MODEL_LENGTH = 256
const MAX_HINT_LENGTH = 255
const MAX_HINTS = 4
/** Opaque parts that contain only text. */
const TEXT_PARTS: ReadonlySet<string> = new Set([
  CITING_TEXT,
  'refusal',
  'search_result',
  'additional_tools',
  'configuration_update',
])

/** The facts of a view, as plain data. `hashes`: the prefix hashes of a conversation. */
export function factsOf(view: ReadResult, hashes: readonly string[], caches: CacheTable): BodyFacts {
  if (view.kind === 'conversation') return conversationFacts(view.conversation, hashes, caches)
  if (view.kind === 'invalid') return { kind: 'invalid', field: view.field, message: view.message }
  const { reason, isAnsweredLater } = view
  return { kind: 'opaque', reason, model: cutModel(view.model), isAnsweredLater }
}

function conversationFacts(
  conversation: Conversation,
  hashes: readonly string[],
  caches: CacheTable,
): ConversationFacts {
  const head = hashes.at(-1)
  return {
    kind: 'conversation',
    model: cutModel(conversation.model),
    bypass: conversation.bypass,
    turn: turnOf(conversation),
    refusesLostThinking: conversation.bindsThinking && conversation.refusesLostThinking,
    sessionHints: conversation.sessionHints.filter(({ length }) => length <= MAX_HINT_LENGTH).slice(0, MAX_HINTS),
    heads: headsOf(hashes),
    head: head === '' ? undefined : head,
    historyHead: historyHashes(conversation, hashes).at(-1) || head || undefined,
    ends: conversationEnds(conversation, hashes),
    isRepeated: isRepeated(conversation),
    cacheTerms: cacheTermsOf(conversation, caches),
    answerTokens: conversation.answerTokens,
    storesAnswer: conversation.storesAnswer,
    isAnsweredLater: conversation.isAnsweredLater,
    hasUncounted: conversation.bypass !== undefined || hasGuessedParts(conversation),
  }
}

function hasGuessedParts({ messages }: Conversation): boolean {
  return messages.some(({ shape }) => shape.parts.some(isGuessed))
}

/** True if the tokens of a part cannot be counted from its text, such as those of a picture. */
function isGuessed(part: Part): boolean {
  if (part.kind === 'opaque') return !TEXT_PARTS.has(part.type)
  return part.kind === 'tool-result' && part.isOpaque
}

/** The newest prefix hashes, longest first. Instructions have none. */
function headsOf(hashes: readonly string[]): string[] {
  const heads: string[] = []
  for (let index = hashes.length - 1; index >= 0 && index >= hashes.length - MAX_HEADS; index--) {
    if (hashes[index] !== '') heads.push(hashes[index]!)
  }
  return heads
}

/** Compares the keys of messages: hashes of their content. Tool results may repeat although the user does not. */
function isRepeated({ messages }: Conversation): boolean {
  const newest = messages.at(-1)?.shape
  if (newest?.role !== 'user' || newest.parts.some(({ kind }) => kind === 'tool-result')) return false
  const answered = messages.findLastIndex(({ shape }) => shape.role === 'assistant')
  for (let index = 0; index < answered; index++) if (messages[index]!.shape.key === newest.key) return true
  return false
}

/** Cuts a long name. The result is a copy, so that the rest of the name is not kept in memory. */
function cutModel(model: string): string {
  if (model.length <= MAX_MODEL_LENGTH) return model
  return Buffer.from(model.slice(0, MAX_MODEL_LENGTH), 'utf8').toString('utf8')
}
