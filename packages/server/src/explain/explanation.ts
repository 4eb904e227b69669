import {
  type Conversation,
  countDigests,
  countRequest,
  createMessageMemo,
  createPartCounter,
  createTokenMemo,
  type Edit,
  encodingOf,
  type FoldState,
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

/** The treatment of a message: `pinned` are the instructions at the start, `carried` messages are moved after the fold. */
export type Fate = 'pinned' | 'folded' | 'carried' | 'shortened' | 'kept'

export interface ExplainedMessage {
  readonly index: number
  /** Turn number from 1 on, as in digests. */
  readonly turn: number
  /** The speaker, as in digests: tool output belongs to the tool, with any role on the wire. */
  readonly role: Role
  readonly fate: Fate
  readonly text: string
  readonly tokens: number
  /** The shortened text that is sent; absent for other messages. */
  readonly sentText?: string
  readonly sentTokens: number
}

/** An added text: a digest that replaces messages `[from, to)`, or a recall before message `from` (= `to`). */
export interface AddedText {
  readonly kind: 'digest' | 'recall'
  readonly from: number
  readonly to: number
  readonly text: string
  readonly tokens: number
}

/** The effect of the fold on a request, message by message. It contains text of the conversation. */
export interface Explanation {
  readonly format: WireFormat
  readonly model: string
  readonly turn: number
  /** `folded`, `recalled`, or the reason why the request is unchanged. */
  readonly outcome: string
  readonly originalTokens: number
  readonly sentTokens: number
  /** Tokens of instructions and tools outside of the messages. */
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
const FREE_FOLDS =
  'Every fold is free here. With a prompt cache, a server folds only within the bound on the bill, and may fold less.'

/**
 * Folds a request and its earlier turns as the proxy does where every fold is free.
 * @throws {Error} when the request cannot be read; the message quotes nothing of it.
 */
export function explain(deps: ExplainDeps, request: TranscriptRequest): Explanation {
  return createExplainer(deps)(request)
}

/** `explain` for the requests of one conversation in their order, which reads and folds each turn once. */
export function createExplainer(deps: ExplainDeps): (request: TranscriptRequest) => Explanation {
  const memo = createMessageMemo(MEMO_BYTES)
  const tokenMemo = createTokenMemo(MEMO_BYTES)
  let state: FoldState | undefined
  return (request) => {
    const { format, body } = request
    const view = readRequest(body, format, { hash: deps.hash, memo })
    if (view.kind === 'invalid') throw new Error(view.message)
    if (view.kind === 'opaque')
      throw new Error(`the request cannot be read and would be sent unchanged: ${view.reason}`)
    const { conversation } = view
    const profile = tokenProfileOf(conversation.model, format)
    const counting = { profile, counter: createPartCounter(encodingOf(profile.encoding), tokenMemo, deps.hash) }
    const { edits, outcome, notes, state: folded } = editsFor({ ...deps, tokenMemo }, conversation, state)
    state = folded
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
}

interface Edited {
  readonly edits: readonly Edit[]
  readonly outcome: string
  readonly notes: readonly string[]
  readonly state: FoldState | undefined
}

function editsFor(
  deps: Parameters<typeof foldRequest>[0],
  conversation: Conversation,
  known: FoldState | undefined,
): Edited {
  const problem = findProblem(conversation.format, conversation.body.toString())
  const notes = problem === undefined ? [] : ['The provider would refuse this request in its present form.']
  if (conversation.bypass !== undefined) return { edits: [], outcome: conversation.bypass, notes, state: known }
  // Every fold is free here, because the explanation shows the effect of folding. At an upstream, a fold must also pay.
  const asked = { conversation, state: known, objective: 'tokens', caching: NO_CACHING, cacheSigns: [] } as const
  const { edits, outcome, state } = foldRequest(deps, asked)
  // The check that the proxy applies to a rewritten body before it is sent.
  const isRefused = edits.length > 0 && findProblem(conversation.format, splice(conversation, edits)) !== undefined
  if (isRefused) return { edits: [], outcome: 'self-check', notes, state }
  return { edits, outcome, notes: edits.length > 0 ? [...notes, FREE_FOLDS] : notes, state }
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
  const systemEnd = conversation.messages.findIndex(({ shape }) => shape.role !== 'system')
  fates.fill('pinned', 0, systemEnd < 0 ? undefined : systemEnd)
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
