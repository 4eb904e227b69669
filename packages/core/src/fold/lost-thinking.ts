import type { Source } from './source.ts'
import type { FoldState } from './state.ts'
import type { Transcript } from './transcript.ts'

/** Thinking that was signed behind what has just been folded is lost: the provider would refuse it. */
export function dropThinking({ transcript, state }: Source, index: number): void {
  const parts = transcript.thinkingOf(index)
  if (parts.length) state.dropped.set(index, parts)
}

/** While the request to come answers tool calls, the thinking since the last question has to stay as it is. */
export function isThinkingInLoop(transcript: Transcript, { hasThought }: FoldState, end: number): boolean {
  return end > 0 && hasThought && transcript.callsOf(end - 1).length > 0
}

/** The last message whose thinking would be lost behind a fold and could not leave it; -1 where there is none. */
export function lastLostThinking(transcript: Transcript, from: number, end: number): number {
  if (!transcript.bindsThinking) return -1
  for (let i = end - 1; i >= from; i--) {
    if (transcript.hasThinking(i) && transcript.thinkingOf(i).length === 0) return i
  }
  return -1
}
