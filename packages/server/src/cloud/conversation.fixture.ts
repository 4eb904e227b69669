import { hash } from 'node:crypto'
import { type BodyText, type Conversation, createMessageMemo, readRequest } from '@pleat/core'

/** A conversation of these texts, the user's and the assistant's in turn. */
export function conversationOf(texts: readonly string[], system?: string): Conversation {
  const messages = texts.map((content, index) => ({ role: index % 2 ? 'assistant' : 'user', content }))
  return read([...(system === undefined ? [] : [{ role: 'system', content: system }]), ...messages])
}

/** The conversation of a chat completion request with these messages. */
export function read(messages: readonly object[]): Conversation {
  return readBody(JSON.stringify({ model: 'm', messages }))
}

/** The conversation of this request body. */
export function readBody(body: BodyText, countsBytes = false): Conversation {
  const result = readRequest(body, 'openai-chat', {
    hash: (text) => hash('sha256', text, 'base64url'),
    memo: createMessageMemo(64_000_000),
    countsBytes,
  })
  if (result.kind !== 'conversation') throw new Error('The fixture is not a conversation.')
  return result.conversation
}
