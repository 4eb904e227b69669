import type { TranscriptMessage } from '@pleat/core'

/** Collects the messages of a transcript of any client. */
export interface MessageBuilder {
  /** Adds a message; blank text is ignored. */
  say(role: TranscriptMessage['role'], text: string): void
  /** Adds a part of an answer. Parts with the same key form one message, because agents record an answer in parts. */
  answer(key: string | undefined, text: string): void
  /** Appends a tool call or tool output to the assistant's message, so that a tool never speaks for the user. */
  result(text: string): void
  readonly messages: readonly TranscriptMessage[]
}

/** A builder without messages. */
export function createMessageBuilder(): MessageBuilder {
  const messages: { role: TranscriptMessage['role']; content: string }[] = []
  let openKey: string | undefined

  function say(role: TranscriptMessage['role'], text: string): void {
    if (!text.trim()) return
    openKey = undefined
    messages.push({ role, content: text.trim() })
  }

  function append(text: string): void {
    const last = messages.at(-1)
    if (!text.trim()) return
    if (last?.role === 'assistant') last.content += `\n${text.trim()}`
    else messages.push({ role: 'assistant', content: text.trim() })
  }

  return {
    say,
    answer(key, text) {
      if (!text.trim()) return
      if (key !== undefined && key === openKey) append(text)
      else {
        say('assistant', text)
        openKey = key
      }
    },
    result: append,
    messages,
  }
}
