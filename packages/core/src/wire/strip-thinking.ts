import type { Conversation } from '../conversation.ts'
import type { DropEdit } from '../edits.ts'

/**
 * Returns edits that drop the thinking of earlier turns, for resending a history whose signatures are no longer valid. The
 * current tool loop, from the last user message without tool results on, keeps its thinking, which providers require. A message
 * that consists of thinking stays, since no message may become empty. No edits are needed if the provider drops lost thinking
 * itself.
 */
export function stripThinking(conversation: Conversation): readonly DropEdit[] {
  const { messages, refusesLostThinking } = conversation
  if (!refusesLostThinking) return []
  const loopStart = messages.findLastIndex(
    ({ shape }) => shape.role === 'user' && shape.parts.every(({ kind }) => kind !== 'tool-result'),
  )
  const edits: DropEdit[] = []
  for (let message = 0; message < loopStart; message++) {
    const { parts } = messages[message]!.shape
    if (parts.every((part) => part.kind === 'thinking')) continue
    for (const [part, { kind }] of parts.entries()) if (kind === 'thinking') edits.push({ kind: 'drop', message, part })
  }
  return edits
}
