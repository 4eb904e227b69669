import {
  type Conversation,
  countRequest,
  createPartCounter,
  encodingOf,
  type Hash,
  loadEncoding,
  type TokenMemo,
  type TokenProfile,
  tokenProfileOf,
} from '@pleat/core'

/** The profile of the conversation's model. Resolves when its encoding is loaded. */
export async function loadProfile({ model, format }: Conversation): Promise<TokenProfile> {
  const profile = tokenProfileOf(model, format)
  // The second encoding is a table of some megabytes, loaded by the first request that needs it.
  if (encodingOf(profile.encoding).name !== profile.encoding) await loadEncoding(profile.encoding)
  return profile
}

/**
 * Length of the messages that one step counts, in units of the body. A longer message is one step. A step of new text
 * takes 0.2 ms.
 */
const STEP_LENGTH = 16 * 1024

/** Counts the raw input tokens of a request in steps of some messages. Counts are cached in `memo`. */
export function* countInSteps(
  conversation: Conversation,
  profile: TokenProfile,
  { memo, hash }: { memo: TokenMemo; hash: Hash },
): Generator<void, number, void> {
  const counter = createPartCounter(encodingOf(profile.encoding), memo, hash)
  let length = 0
  for (const message of conversation.messages) {
    counter.countMessage(conversation, message)
    length += message.end - message.start
    if (length < STEP_LENGTH) continue
    length = 0
    yield
  }
  return countRequest(conversation, profile, counter).total
}
