import type { Conversation, MessageShape } from '../conversation.ts'
import type { DropEdit } from '../edits.ts'

/**
 * Edits that leave out the thinking of earlier turns, for sending a history again whose signatures no longer hold.
 * The current tool loop, from the last user message without tool results on, keeps its own: providers ask for it back.
 * A message of nothing but thinking stays, since no message may become empty. Nothing is to be done where the provider leaves
 * lost thinking out by itself.
 */
export function stripThinking(conversation: Conversation): readonly DropEdit[] {
  const { messages, refusesLostThinking } = conversation
  if (!refusesLostThinking) return []
  const loopStart = messages.findLastIndex((message) => startsTurn(message.shape))
  const edits: DropEdit[] = []
  for (let message = 0; message < loopStart; message++) {
    const { parts } = messages[message]!.shape
    if (parts.every((part) => part.kind === 'thinking')) continue
    for (const [part, { kind }] of parts.entries()) if (kind === 'thinking') edits.push({ kind: 'drop', message, part })
  }
  return edits
}

function startsTurn(shape: MessageShape): boolean {
  return shape.role === 'user' && shape.parts.every((part) => part.kind !== 'tool-result')
}
