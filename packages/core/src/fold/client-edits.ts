import { termId } from '../words/words.ts'
import { release } from './pin/pins.ts'
import { keepNewest } from './sight/shown.ts'
import type { Source } from './source.ts'
import type { FoldState } from './state.ts'
import { systemPrefixTokens } from './system-prefix.ts'
import type { Transcript } from './transcript.ts'
import { newestOf } from './window/newest-of.ts'

/** Largest placeholder in tokens, including its message frame, and as a share of the output. */
const MAX_TOKENS = 48
const MAX_SHARE = 0.5

/** The replaced outputs, and the form of the placeholders. */
export interface ClientEdits {
  readonly messages: readonly number[]
  readonly placeholders: readonly number[]
}

/**
 * Finds tool output of a known history that the client has replaced by placeholders, as agents do to save tokens. Undefined if
 * the history has other differences: it is then another history.
 */
export function clientEdits(state: FoldState, transcript: Transcript, history: number): ClientEdits | undefined {
  const { keys, systemEnd, roles, outputs } = state
  if (keys.length > history) return undefined
  const messages: number[] = []
  for (let i = systemEnd; i < keys.length; i++) {
    if (keys[i] === transcript.keyOf(i)) continue
    if (!outputs.has(i) || roles[i] !== transcript.roleOf(i)) return undefined
    messages.push(i)
  }
  // The client continues from the newest messages.
  if (!messages.length || messages.at(-1)! >= keys.length - 1) return undefined
  const shorter = messages.filter((index) => isMuchShorter(state, transcript, index))
  const placeholders = new Set([...state.placeholders, ...shorter.flatMap((index) => formsOf(transcript, index))])
  // A short output is recognised by its placeholder.
  const isPlaceholder = (index: number): boolean => formsOf(transcript, index).every((form) => placeholders.has(form))
  return messages.every(isPlaceholder) ? { messages, placeholders: [...placeholders] } : undefined
}

function isMuchShorter({ tokens }: FoldState, transcript: Transcript, index: number): boolean {
  // One message may contain several results, each with its own placeholder.
  const places = Math.max(1, transcript.answersOf(index).length)
  const now = transcript.tokensOf(index)
  return now <= MAX_TOKENS * places && now <= MAX_SHARE * tokens[index]!
}

/** The texts of a message without their numbers: placeholders contain the size of the replaced output. */
function formsOf(transcript: Transcript, index: number): number[] {
  return transcript.piecesOf(index).map(({ text }) => termId(text.slice(0, LONGEST_FORM).replace(/\d+/g, '')))
}

const LONGEST_FORM = 400
/** Number of placeholder forms that are remembered. Clients have one or two. */
const MAX_FORMS = 16

/**
 * Applies the client's replacements to the state. Digests are kept, since the provider has cached them. The tail is sent with
 * the placeholders, and without references to replaced output.
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
    // A placeholder is not worth pinning.
    if (state.standing.has(index)) releaseOutput(state, index)
    state.tokens[index] = state.sent[index] = now
    state.excerpts.delete(index)
  }
  // Decisions that depended on the replaced messages stay valid.
  const isInside = (at: number): boolean => at >= 0 && at < state.keys.length
  const keysAt = (at: number): string => newestOf(transcript, at, state.keys.length).keys
  if (isInside(state.newestAt)) state.newestFor = keysAt(state.newestAt)
  if (isInside(state.tightenedAt)) state.tightenedFor = keysAt(state.tightenedAt)
  for (const form of placeholders.slice(0, MAX_FORMS)) state.placeholders.add(form)
  if (inTail.length) keepNewest(source, () => state.boundary, Number.POSITIVE_INFINITY)?.apply()
}

/** Removes the pin and the shorter form of an output, which may be folded now, and the pin of the answer to it. */
function releaseOutput(state: FoldState, index: number): void {
  release(state, index)
  state.shortened.delete(index)
  // An answer is never kept without its question: it could become the first message.
  const answer = index + 1
  if (state.standing.has(answer) && state.roles[answer] === 'assistant') release(state, answer)
}

/** Tokens that the next request shares with the previous one, as sent and as received from the client. */
function sharedBefore(
  state: FoldState,
  { first, inTail }: { readonly first: number; readonly inTail: number | undefined },
): FoldState['edit'] {
  let none = systemPrefixTokens(state)
  for (let i = state.systemEnd; i < first; i++) none += state.tokens[i]!
  if (inTail === undefined) return { none, ours: undefined }
  let ours = systemPrefixTokens(state) + state.digestTokens + state.standingTokens
  for (let i = state.boundary; i < inTail; i++) if (!state.standing.has(i)) ours += state.sent[i]!
  for (const { before, tokens } of state.recalls) if (before <= inTail) ours += tokens
  return { none, ours }
}
