import { termId } from '../words/words.ts'
import { leadTokensOf } from './lead.ts'
import { release } from './pin/pins.ts'
import { keepNewest } from './sight/shown.ts'
import type { Source } from './source.ts'
import type { FoldState } from './state.ts'
import type { Transcript } from './transcript.ts'

/** A placeholder has at most so many tokens, the frame of its message included, and at most this share of the output's. */
const MOST_TOKENS = 48
const MOST_SHARE = 0.5

/** What a client has replaced, and the form of what it put there. */
export interface ClientEdits {
  readonly messages: readonly number[]
  readonly placeholders: readonly number[]
}

/**
 * Tool output of a known history that the client has replaced by placeholders, as agents do to save tokens. Undefined where
 * the history differs otherwise: then it is another one.
 */
export function clientEdits(state: FoldState, transcript: Transcript, history: number): ClientEdits | undefined {
  const { keys, lead, roles, outputs } = state
  if (keys.length > history) return undefined
  const messages: number[] = []
  for (let i = lead; i < keys.length; i++) {
    if (keys[i] === transcript.keyOf(i)) continue
    if (!outputs.has(i) || roles[i] !== transcript.roleOf(i)) return undefined
    messages.push(i)
  }
  // What came last is what the client goes on from.
  if (!messages.length || messages.at(-1)! >= keys.length - 1) return undefined
  const shorter = messages.filter((index) => isMuchShorter(state, transcript, index))
  const placeholders = new Set([...state.placeholders, ...shorter.flatMap((index) => formsOf(transcript, index))])
  // An output that is as short itself is known by what is put in its place.
  const isPlaceholder = (index: number): boolean => formsOf(transcript, index).every((form) => placeholders.has(form))
  return messages.every(isPlaceholder) ? { messages, placeholders: [...placeholders] } : undefined
}

function isMuchShorter({ tokens }: FoldState, transcript: Transcript, index: number): boolean {
  // One message may bring several results, each with a placeholder of its own.
  const places = Math.max(1, transcript.answersOf(index).length)
  const now = transcript.tokensOf(index)
  return now <= MOST_TOKENS * places && now <= MOST_SHARE * tokens[index]!
}

/** The texts of a message but for their numbers: placeholders count what they replace. */
function formsOf(transcript: Transcript, index: number): number[] {
  return transcript.piecesOf(index).map(({ text }) => termId(text.slice(0, LONGEST_FORM).replace(/\d+/g, '')))
}

const LONGEST_FORM = 400
/** Clients have one or two. */
const MOST_FORMS = 16

/**
 * Takes over what the client has replaced. Digests stay as they are, since they stand in the provider's cache; the tail is
 * sent with the placeholders, and without references to what they replace.
 */
export function takeClientEdits(source: Source, { messages: edited, placeholders }: ClientEdits): void {
  const { transcript, state } = source
  const inTail = edited.filter((index) => index >= state.boundary)
  state.edit = sharedBefore(state, { first: edited[0]!, inTail: inTail[0] })
  for (const index of edited) {
    const now = transcript.tokensOf(index)
    const less = state.tokens[index]! - now
    state.keys[index] = transcript.keyOf(index)
    state.historyTokens -= less
    if (transcript.answersOf(index).length) state.toolTokens = Math.max(0, state.toolTokens - less)
    state.recordTokens = Math.min(state.recordTokens, state.toolTokens)
    // A placeholder is nothing to keep word for word.
    if (state.standing.has(index)) release(state, index)
    state.tokens[index] = state.sent[index] = now
    state.excerpts.delete(index)
  }
  for (const form of placeholders.slice(0, MOST_FORMS)) state.placeholders.add(form)
  if (inTail.length) keepNewest(source, () => state.boundary, Number.POSITIVE_INFINITY)?.apply()
}

/** Tokens that the request to come shares with the one before: of what is sent, and of what the client sends. */
function sharedBefore(
  state: FoldState,
  { first, inTail }: { readonly first: number; readonly inTail: number | undefined },
): FoldState['edit'] {
  let none = leadTokensOf(state)
  for (let i = state.lead; i < first; i++) none += state.tokens[i]!
  if (inTail === undefined) return { none, ours: undefined }
  let ours = leadTokensOf(state) + state.digestTokens + state.standingTokens
  for (let i = state.boundary; i < inTail; i++) if (!state.standing.has(i)) ours += state.sent[i]!
  for (const { before, tokens } of state.recalls) if (before <= inTail) ours += tokens
  return { none, ours }
}
