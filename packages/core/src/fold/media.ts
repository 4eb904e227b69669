import type { Source } from './source.ts'
import { letStand } from './standing.ts'
import type { FoldState } from './state.ts'

/** What a user shows: no words of a digest can stand for it, and nobody but the client has it. */
const MEDIA: ReadonlySet<string> = new Set(['image', 'document', 'file', 'input_audio', 'container_upload'])
/**
 * So many messages with media stay, and this share of all that the user says: who sends one with every message is a
 * machine that shows its screen, of which the newest counts.
 */
const MOST_STANDING = { messages: 10, share: 0.25 }

/** Has message `index`, the newest of the history, stand for good when the user shows something in it. */
export function keepMedia({ transcript, state }: Source, index: number): void {
  if (state.roles[index] !== 'user' || transcript.answersOf(index).length > 0) return
  if (!transcript.opaqueKindsOf(index).some((kind) => MEDIA.has(kind))) return
  if (state.mediaMessages >= Math.max(MOST_STANDING.messages, MOST_STANDING.share * userMessages(state))) return
  state.mediaMessages++
  letStand(state, { from: index, to: index + 1, isExempt: true })
}

function userMessages({ roles }: FoldState): number {
  return roles.reduce((sum, role) => (role === 'user' ? sum + 1 : sum), 0)
}
