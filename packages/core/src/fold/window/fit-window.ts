import type { Steps } from '../../run-steps.ts'
import { beginAnew } from '../begin-anew.ts'
import { isThinkingInLoop } from '../lost-thinking.ts'
import { pinMessages } from '../pin/pin-messages.ts'
import type { Source } from '../source.ts'
import { workOnCopy } from '../working-copy.ts'
import { giveUpPin } from './give-up-pin.ts'
import { fixedTokens, requestSize } from './request-size.ts'
import type { NewMessages } from './window-state.ts'

/** Folds the messages before the newest ones until digests and tail fit the token limit. Returns whether it did. */
export type FoldWithin = (source: Source, tokens: number) => Steps<boolean>

/** Folds the history tighter if the request would not fit the window of its model. */
export function* fitWindow(source: Source, newest: NewMessages, fold: FoldWithin): Steps<void> {
  const { state } = source
  const size = requestSize(source, newest.tokens)
  state.peakTokens = Math.max(state.peakTokens, size)
  // The state may come from a request to a model with a window.
  state.spareTokens = Number.POSITIVE_INFINITY
  if (state.room === undefined) return
  // A request is decided once: its decision is not repeated when its messages have become history.
  const isDecided = state.tightenedAt === state.keys.length && state.tightenedFor === newest.keys
  if (size > state.room && !isDecided && mayTighten(source, newest)) {
    // Without this decision, the shared state does not apply to the window, or decides the same again.
    workOnCopy(source)
    const { state: tight } = source
    tight.isTight = true
    tight.tightenedAt = tight.keys.length
    tight.tightenedFor = newest.keys
    yield* tighten(source, state.room, { newTokens: newest.tokens, fold })
  }
  source.state.spareTokens = state.room - requestSize(source, newest.tokens)
}

/** True if something can be folded, and the fixed rest would fit. */
function mayTighten(source: Source, newest: NewMessages): boolean {
  const { transcript, state } = source
  const end = state.keys.length
  if (end <= state.systemEnd || !transcript.isFoldable(state.systemEnd)) return false
  if (transcript.bindsThinking && isThinkingInLoop(transcript, state, end)) return false
  return fixedTokens(source) + newest.tokens <= (state.room ?? Number.POSITIVE_INFINITY)
}

/**
 * Shortens digests and tail first, then removes pins. The digests' own ranking decides what they leave out: rules, statements
 * of the user and changes come first.
 */
function* tighten(
  source: Source,
  room: number,
  { newTokens, fold }: { readonly newTokens: number; readonly fold: FoldWithin },
): Steps<void> {
  const { state } = source
  const { growth, leastUse, leastForRecord, shares } = source.policy.window
  const most = room - newTokens
  const wanted = Math.max(most - growth * room, leastUse * most)
  const forRecord = () => Math.max(0, wanted - fixedTokens(source) - state.standingTokens)
  const isWithin = (tokens: number) => requestSize(source, 0) <= tokens
  const foldAnew = function* (tokens: number): Steps<boolean> {
    return (yield* beginAnew(source, () => fold(source, tokens))) && isWithin(most)
  }

  if (state.boundary === state.systemEnd)
    pinMessages(source, 'firstFold', { from: state.systemEnd, to: state.keys.length })
  if (state.digests.length > 0 && (yield* fold(source, forRecord())) && isWithin(wanted)) return
  while (forRecord() < leastForRecord * (wanted - fixedTokens(source)) && giveUpPin(source));
  for (const share of shares) if (yield* foldAnew(share * forRecord())) return
  while (giveUpPin(source)) if (yield* foldAnew(shares.at(-1)! * forRecord())) return
  // Nothing is pinned any more. Every new fold would otherwise pin the messages again.
  for (let index = state.systemEnd; index < state.keys.length; index++) state.givenUp.add(index)
  for (const share of [shares.at(-1)!, 0]) if (yield* foldAnew(share * forRecord())) return
}
