import { hash } from 'node:crypto'
import { type Conversation, createMessageMemo, readRequest } from '@pleat/core'

/** A conversation of these texts, the user's and the assistant's in turn. */
export function conversationOf(texts: readonly string[], system?: string): Conversation {
  const messages = texts.map((content, index) => ({ role: index % 2 ? 'assistant' : 'user', content }))
  return read([...(system === undefined ? [] : [{ role: 'system', content: system }]), ...messages])
}

/** A conversation of messages as they stand in a request. */
export function read(messages: readonly object[]): Conversation {
  const body = JSON.stringify({ model: 'm', messages })
  const result = readRequest(body, 'openai-chat', {
    hash: (text) => hash('sha256', text, 'base64url'),
    memo: createMessageMemo(100),
  })
  if (result.kind !== 'conversation') throw new Error('The fixture is no conversation.')
  return result.conversation
}
