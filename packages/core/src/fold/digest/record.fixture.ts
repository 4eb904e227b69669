import type { Conversation } from '../../conversation.ts'
import { fold } from '../fold.ts'
import { countTokens, transcript } from '../talk.fixture.ts'

/** All digests of a conversation as sent, joined by line breaks. */
export function recordOf(conversation: Conversation): string {
  const { state } = fold({ transcript: transcript(conversation), count: countTokens })
  return state.digests.flatMap(({ text }) => text || []).join('\n')
}
