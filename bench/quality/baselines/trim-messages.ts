import type { WireMessage } from '../recordings.ts'
import type { WireKind } from '../scoring.ts'
import type { Method, ShortenRequest } from '../twin.ts'
import { callsIn, resultsIn, splitRequest } from './units.ts'

interface LangChainMessage {
  readonly id?: string
}

/** The used part of `@langchain/core/messages`. */
export interface LangChainMessages {
  readonly HumanMessage: new (fields: object) => LangChainMessage
  readonly AIMessage: new (fields: object) => LangChainMessage
  readonly ToolMessage: new (fields: object) => LangChainMessage
  readonly SystemMessage: new (fields: object) => LangChainMessage
  trimMessages(messages: readonly LangChainMessage[], options: object): Promise<readonly LangChainMessage[]>
}

/**
 * LangChain's `trimMessages` according to its documentation: the last messages that fit, beginning with a user's. With tools,
 * they may also begin with an assistant's, since the user's may be far back.
 */
export function createTrimMessages(library: LangChainMessages, title: string): Method {
  return {
    name: 'trim-messages',
    title,
    open: (kind) => (request) => trim(library, kind, request),
  }
}

async function trim(library: LangChainMessages, kind: WireKind, { messages, budgetTokens, tokensOf }: ShortenRequest) {
  const { lead, newest } = splitRequest(messages, kind)
  const tokens = messages.map(tokensOf)
  const leadTokens = tokens.slice(0, lead).reduce((sum, count) => sum + count, 0)
  const rest = messages.slice(lead).map((message, place) => convert(library, message, lead + place))
  const hasTools = messages.some((message) => callsIn(message).length)
  const kept = await library.trimMessages(rest, {
    maxTokens: budgetTokens - leadTokens,
    strategy: 'last',
    startOn: hasTools ? ['human', 'ai'] : 'human',
    tokenCounter: (list: readonly LangChainMessage[]) => {
      let sum = 0
      for (const { id } of list) sum += tokens[Number(id)]!
      return sum
    },
  })
  const from = Math.min(newest, Number(kept[0]?.id ?? newest))
  return [...messages.slice(0, lead), ...messages.slice(from)]
}

/** A message in the package's own form. The package decides by kind and count only, so it gets no texts. */
function convert(library: LangChainMessages, message: WireMessage, index: number): LangChainMessage {
  const fields = { id: String(index), content: '-' }
  const answered = resultsIn(message)[0]
  if (answered !== undefined) return new library.ToolMessage({ ...fields, tool_call_id: answered })
  if (message.role === 'assistant') return new library.AIMessage(fields)
  return message.role === 'system' ? new library.SystemMessage(fields) : new library.HumanMessage(fields)
}
