import type { WireFormat } from '@pleat/core'
import type { WireItem } from './wire-item.ts'

/** Path, headers and member names of a wire. */
export interface WireCall {
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  /** The member with the history. */
  readonly history: 'messages' | 'input'
  /** Members that limit the answer. The first is set in a request without any. */
  readonly limits: readonly string[]
}

/** Path, headers and member names of the requests of each wire. */
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

/** The model's items in a successful response; none if it has another format. */
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
