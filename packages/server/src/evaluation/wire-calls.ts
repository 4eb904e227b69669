import type { WireFormat } from '@pleat/core'
import type { WireItem } from './wire-item.ts'

/** How a request of one wire is sent, and what its parts are called there. */
export interface WireCall {
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  /** The member that holds the history. */
  readonly history: 'messages' | 'input'
  /** Members that limit the answer; the first is set where the request has none of them. */
  readonly limits: readonly string[]
}

export const WIRE_CALLS: Readonly<Record<WireFormat, WireCall>> = {
  'openai-chat': {
    path: '/v1/chat/completions',
    headers: {},
    history: 'messages',
    limits: ['max_completion_tokens', 'max_tokens'],
  },
  'anthropic-messages': {
    path: '/v1/messages',
    headers: { 'anthropic-version': '2023-06-01' },
    history: 'messages',
    limits: ['max_tokens'],
  },
  'openai-responses': { path: '/v1/responses', headers: {}, history: 'input', limits: ['max_output_tokens'] },
}

/** The items of a successful response that the model said; none where it has another form. */
export function itemsOfResponse(format: WireFormat, body: unknown): readonly WireItem[] {
  const response = (body ?? {}) as {
    choices?: readonly { message?: WireItem }[]
    content?: readonly WireItem[]
    output?: readonly WireItem[]
  }
  if (format === 'openai-chat') return response.choices?.[0]?.message ? [response.choices[0].message] : []
  if (format === 'openai-responses') return response.output ?? []
  return response.content ? [{ role: 'assistant', content: response.content }] : []
}
