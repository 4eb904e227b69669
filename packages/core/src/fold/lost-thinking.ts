import type { Source } from './source.ts'
import type { FoldState } from './state.ts'
import type { Transcript } from './transcript.ts'

/** Drops the thinking of a message. It was signed after messages that are now folded: the provider would refuse it. */
export function dropThinking({ transcript, state }: Source, index: number): void {
  const parts = transcript.thinkingOf(index)
  if (parts.length) state.dropped.set(index, parts)
}

/** True if the next request answers tool calls: the thinking since the last question must then stay unchanged. */
export function isThinkingInLoop(transcript: Transcript, { hasThought }: FoldState, end: number): boolean {
  return end > 0 && hasThought && transcript.callsOf(end - 1).length > 0
}

/** The last message whose thinking would be lost after a fold and could not be dropped. -1 if there is none. */
export function lastLostThinking(transcript: Transcript, from: number, end: number): number {
  if (!transcript.bindsThinking) return -1
  for (let i = end - 1; i >= from; i--) {
    if (transcript.hasThinking(i) && transcript.thinkingOf(i).length === 0) return i
  }
  return -1
}
