import type { WireFormat } from '../conversation.ts'
import { splice } from '../wire/splice.ts'
import { fold } from './fold.ts'
import { conversationOf, countTokens, transcript, type WireMessage } from './talk.fixture.ts'

/** The body that a server sends for these messages if it has never seen the conversation. */
export function sentBody(format: WireFormat, messages: readonly WireMessage[]): string {
  const conversation = conversationOf(format, messages)
  return splice(conversation, fold({ transcript: transcript(conversation), count: countTokens }).edits)
}

export function sentMessages(format: WireFormat, messages: readonly WireMessage[]): WireMessage[] {
  return messagesIn(sentBody(format, messages))
}

/** The same body. Throws if nothing was folded, for tests of text that stays verbatim. */
export function foldedBody(format: WireFormat, messages: readonly WireMessage[]): string {
  const body = sentBody(format, messages)
  if (!body.includes('[Record')) throw new Error('Nothing was folded.')
  return body
}

export function foldedMessages(format: WireFormat, messages: readonly WireMessage[]): WireMessage[] {
  return messagesIn(foldedBody(format, messages))
}

/** The contents of these messages, as one text. */
export function foldedText(format: WireFormat, messages: readonly WireMessage[]): string {
  return foldedMessages(format, messages)
    .map(({ content }) => content)
    .join('\n')
}

function messagesIn(body: string): WireMessage[] {
  return (JSON.parse(body) as { messages: WireMessage[] }).messages
}
