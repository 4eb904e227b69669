import { termId } from '../../words/words.ts'
import type { FoldState } from '../state.ts'
import type { Range, Transcript } from '../transcript.ts'
import type { PinRule } from './pin-rule.ts'
import type { PinState } from './pin-state.ts'

/** Pins message `index` for a rule. */
export function pin(state: PinState & Pick<FoldState, 'sent' | 'tokens'>, index: number, rule: PinRule): void {
  const { material, isBudgeted, isTemporary } = rule
  state.standing.add(index)
  state.standingTokens += state.sent[index]!
  if (!isBudgeted) state.exemptTokens += state.sent[index]!
  if (material) state.materialMessages++
  if (material === 'text') state.materialTokens += state.tokens[index]!
  if (isTemporary) state.documents = [...state.documents, index].sort((a, b) => a - b)
}

/** Removes the pin of message `index`, which a rule has set. The next fold rewords the message. */
export function unpin(state: PinState & Pick<FoldState, 'sent' | 'tokens'>, index: number, rule: PinRule): void {
  const { material, isBudgeted, isTemporary } = rule
  state.standing.delete(index)
  state.standingTokens -= state.sent[index]!
  if (!isBudgeted) state.exemptTokens -= state.sent[index]!
  if (material) state.materialMessages--
  if (material === 'text') state.materialTokens -= state.tokens[index]!
  if (isTemporary) state.documents = state.documents.filter((other) => other !== index)
}

/** Removes the pin of a message that the client has replaced by a placeholder, or of the answer to it. */
export function release(state: PinState & Pick<FoldState, 'sent'>, index: number): void {
  state.standing.delete(index)
  state.standingTokens -= state.sent[index]!
  state.exemptTokens = Math.max(0, state.exemptTokens - state.sent[index]!)
  state.documents = state.documents.filter((other) => other !== index)
}

/** True if message `index` keeps its position although a fold passes it. */
export function isPinned(transcript: Transcript, { standing }: Pick<PinState, 'standing'>, index: number): boolean {
  return transcript.isKept(index) || standing.has(index)
}

/** True if a fold replaces message `index`. */
export function isCondensed(transcript: Transcript, state: Pick<PinState, 'standing'>, index: number): boolean {
  return !isPinned(transcript, state, index) && !transcript.isCarried(index)
}

/**
 * Notes the instructions among messages `[from, to)`, which are being folded. An instruction that differs from an earlier one
 * only by its numbers replaces it, as in recurring reminders of a remaining budget.
 */
export function noteInstructions(
  transcript: Transcript,
  { carried, kept }: Pick<PinState, 'carried' | 'kept'>,
  { from, to }: Range,
): void {
  for (let index = from; index < to; index++) {
    if (transcript.isKept(index)) kept.add(index)
    if (!transcript.isCarried(index)) continue
    const texts = transcript.piecesOf(index).map(({ text }) => text.replace(/\d+/g, ''))
    const id = texts.length ? termId(texts.join('\n')) : -1 - index
    carried.delete(id)
    carried.set(id, index)
  }
}

/** Position of moved instructions: after the first unfolded user messages, before their answer. */
export function carriedTo(transcript: Transcript, { boundary }: Pick<FoldState, 'boundary'>): number {
  let index = boundary
  while (index < transcript.length && transcript.roleOf(index) === 'user') index++
  return index
}
