import type { Conversation } from '../../conversation.ts'
import { fold } from '../fold.ts'
import { countTokens, transcript } from '../talk.fixture.ts'

/** All digests of a conversation, as they are sent one below the other. */
export function recordOf(conversation: Conversation): string {
  const { state } = fold({ transcript: transcript(conversation), count: countTokens })
  return state.digests.flatMap(({ text }) => text || []).join('\n')
}
