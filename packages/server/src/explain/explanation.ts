import {
  type Conversation,
  countDigests,
  countRequest,
  createMessageMemo,
  createPartCounter,
  createTokenMemo,
  type Edit,
  encodingOf,
  findProblem,
  type Hash,
  NO_CACHING,
  type PartCounter,
  type Role,
  readRequest,
  type StaticVectors,
  savedByEdits,
  splice,
  type TokenProfile,
  tokenProfileOf,
  transcriptOf,
  turnOf,
  type WireFormat,
} from '@pleat/core'
import { foldRequest } from '../compression/fold-request.ts'
import { messageText } from './message-text.ts'
import type { TranscriptRequest } from './read-transcript.ts'

/** What becomes of a message: `pinned` are the instructions at the start; `carried` stand behind the fold instead. */
export type Fate = 'pinned' | 'folded' | 'carried' | 'shortened' | 'kept'

export interface ExplainedMessage {
  readonly index: number
  /** From 1, as digests count. */
  readonly turn: number
  /** Who speaks, as digests have it: what a tool gave is the tool's, whatever role the wire has for it. */
  readonly role: Role
  readonly fate: Fate
  readonly text: string
  readonly tokens: number
  /** What is sent of it in its place, where that is not what came. */
  readonly sentText?: string
  readonly sentTokens: number
}

/** A text of ours: a digest standing for messages `[from, to)`, or a recall before message `from` (= `to`). */
export interface AddedText {
  readonly kind: 'digest' | 'recall'
  readonly from: number
  readonly to: number
  readonly text: string
  readonly tokens: number
}

/** What the fold makes of one request, message by message. Contains text: only its owner may see it. */
export interface Explanation {
  readonly format: WireFormat
  readonly model: string
  readonly turn: number
  /** `folded`, `recalled`, or why nothing was done. */
  readonly outcome: string
  readonly originalTokens: number
  readonly sentTokens: number
  /** Instructions and tools outside the messages. */
  readonly pinnedTokens: number
  readonly messages: readonly ExplainedMessage[]
  readonly added: readonly AddedText[]
  readonly notes: readonly string[]
}

export interface ExplainDeps {
  readonly hash: Hash
  readonly vectors: StaticVectors | undefined
}

const MEMO_BYTES = 64 * 1024 * 1024

/**
 * Folds the request as the proxy would, the turns before it included.
 * @throws {Error} when it cannot be read; the message quotes nothing of it.
 */
export function explain(deps: ExplainDeps, request: TranscriptRequest): Explanation {
  const { format, body } = request
  const view = readRequest(body, format, { hash: deps.hash, memo: createMessageMemo(MEMO_BYTES) })
  if (view.kind === 'invalid') throw new Error(view.message)
  if (view.kind === 'opaque') throw new Error(`the request cannot be read and would be sent unchanged: ${view.reason}`)
  const { conversation } = view
  const tokenMemo = createTokenMemo(MEMO_BYTES)
  const profile = tokenProfileOf(conversation.model, format)
  const counting = { profile, counter: createPartCounter(encodingOf(profile.encoding), tokenMemo, deps.hash) }
  const { edits, outcome, notes } = editsFor({ ...deps, tokenMemo }, conversation)
  const counted = countRequest(conversation, profile, counting.counter)
  return {
    format,
    model: conversation.model,
    turn: turnOf(conversation),
    outcome,
    originalTokens: counted.total,
    sentTokens: counted.total - savedByEdits(conversation, edits, counting),
    pinnedTokens: counted.pinned,
    messages: explainMessages(conversation, edits, { ...counting, tokens: counted.messages }),
    added: addedTexts(edits, counting),
    notes: [...request.notes, ...notes],
  }
}

function editsFor(
  deps: Parameters<typeof foldRequest>[0],
  conversation: Conversation,
): { edits: readonly Edit[]; outcome: string; notes: readonly string[] } {
  const problem = findProblem(conversation.format, conversation.body.toString())
  const notes = problem === undefined ? [] : ['As it stands here, the provider would refuse this request.']
  if (conversation.bypass !== undefined) return { edits: [], outcome: conversation.bypass, notes }
  // What a fold does is shown; when it pays depends on the upstream.
  const asked = { conversation, state: undefined, objective: 'tokens', caching: NO_CACHING, cacheSigns: [] } as const
  const { edits, outcome } = foldRequest(deps, asked)
  // The same check that the proxy makes before it sends what it has rewritten.
  const isRefused = edits.length > 0 && findProblem(conversation.format, splice(conversation, edits)) !== undefined
  return isRefused ? { edits: [], outcome: 'self-check', notes } : { edits, outcome, notes }
}

interface Counting {
  readonly profile: TokenProfile
  readonly counter: PartCounter
}

function explainMessages(
  conversation: Conversation,
  edits: readonly Edit[],
  counting: Counting & { tokens: readonly number[] },
): readonly ExplainedMessage[] {
  const fates = fatesOf(conversation, edits)
  const transcript = transcriptOf(conversation, () => 0)
  let turn = 1
  return conversation.messages.map(({ shape }, index) => {
    const fate = fates[index]!
    const tokens = counting.tokens[index]!
    const own = edits.filter((edit) => (edit.kind === 'shorten' || edit.kind === 'drop') && edit.message === index)
    const sentTokens = fate === 'folded' ? 0 : tokens - savedByEdits(conversation, own, counting)
    const text = messageText(transcript, index)
    const sent = fate === 'shortened' ? { sentText: messageText(transcript, index, own) } : {}
    const role = transcript.answersOf(index).length ? 'tool' : shape.role
    const explained = { index, turn, role, fate, text, tokens, ...sent, sentTokens }
    if (shape.role === 'assistant') turn++
    return explained
  })
}

function fatesOf(conversation: Conversation, edits: readonly Edit[]): readonly Fate[] {
  const fates = conversation.messages.map((): Fate => 'kept')
  const lead = conversation.messages.findIndex(({ shape }) => shape.role !== 'system')
  fates.fill('pinned', 0, lead)
  for (const edit of edits) {
    if (edit.kind === 'fold') fates.fill('folded', edit.from, edit.to)
    else if (edit.kind === 'shorten' || edit.kind === 'drop') fates[edit.message] = 'shortened'
  }
  for (const edit of edits) if (edit.kind === 'move') fates[edit.message] = 'carried'
  return fates
}

function addedTexts(edits: readonly Edit[], counting: Counting): readonly AddedText[] {
  const { profile, counter } = counting
  const digests = countDigests(edits, counting).map(({ edit: { from, to }, text, tokens }): AddedText => {
    return { kind: 'digest', from, to, text, tokens }
  })
  const recalls = edits.flatMap((edit): AddedText[] => {
    if (edit.kind !== 'recall') return []
    const { before, text } = edit
    const tokens = profile.perMessage + profile.perRole + counter.countText(text)
    return [{ kind: 'recall', from: before, to: before, text, tokens }]
  })
  return [...digests, ...recalls]
}
