import type { TranscriptMessage } from '@pleat/core'

/** Collects the messages of a transcript of any client. */
export interface MessageBuilder {
  /** Somebody says something; blank texts are left out. */
  say(role: TranscriptMessage['role'], text: string): void
  /**
   * The assistant says something or works with a tool. Parts with the same key belong to one message: agents record an
   * answer piece by piece.
   */
  answer(key: string | undefined, text: string): void
  /** Output of a tool, to the assistant's message that called it: a tool must not speak for the user. */
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
