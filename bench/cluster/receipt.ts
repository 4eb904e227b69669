import type { ServerResponse } from 'node:http'
import type { ReplayedWire } from './conversations.ts'

/** Input tokens that an answer reports. */
export interface Receipt {
  readonly inputTokens: number
  /** The part of them that was read from the prompt cache. */
  readonly cachedTokens: number
}

const TEXT = 'Understood.'
const OUTPUT_TOKENS = 3

/** Answers in the form of the wire, whole or as events. */
export function writeReceipt(
  response: ServerResponse,
  { wire, streams, receipt }: { wire: ReplayedWire; streams: boolean; receipt: Receipt },
): void {
  const events = wire === 'openai' ? chatEvents(receipt) : messageEvents(receipt)
  if (streams) {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    for (const event of events) response.write(event)
    response.end()
    return
  }
  const body = JSON.stringify(wire === 'openai' ? chatAnswer(receipt) : messageAnswer(receipt))
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) })
  response.end(body)
}

function chatUsage({ inputTokens, cachedTokens }: Receipt): object {
  return {
    prompt_tokens: inputTokens,
    completion_tokens: OUTPUT_TOKENS,
    total_tokens: inputTokens + OUTPUT_TOKENS,
    prompt_tokens_details: { cached_tokens: cachedTokens },
  }
}

function chatAnswer(receipt: Receipt): object {
  const message = { role: 'assistant', content: TEXT }
  const choices = [{ index: 0, message, finish_reason: 'stop' }]
  return { id: 'chat', object: 'chat.completion', created: 0, model: 'gpt-4o', choices, usage: chatUsage(receipt) }
}

function chatEvents(receipt: Receipt): readonly string[] {
  const chunk = { id: 'chat', object: 'chat.completion.chunk', created: 0, model: 'gpt-4o' }
  const choices = [{ index: 0, delta: { role: 'assistant', content: TEXT }, finish_reason: 'stop' }]
  const events = [
    { ...chunk, choices },
    { ...chunk, choices: [], usage: chatUsage(receipt) },
  ]
  return [...events.map((event) => `data: ${JSON.stringify(event)}\n\n`), 'data: [DONE]\n\n']
}

/** All tokens that are not read from the cache count as written to it. */
function messageUsage({ inputTokens, cachedTokens }: Receipt, outputTokens: number): object {
  return {
    input_tokens: 0,
    cache_read_input_tokens: cachedTokens,
    cache_creation_input_tokens: inputTokens - cachedTokens,
    output_tokens: outputTokens,
  }
}

function messageAnswer(receipt: Receipt): object {
  return { ...MESSAGE, content: [{ type: 'text', text: TEXT }], usage: messageUsage(receipt, OUTPUT_TOKENS) }
}

const MESSAGE = { id: 'msg', type: 'message', role: 'assistant', model: 'claude-sonnet-4-5', stop_reason: 'end_turn' }

function messageEvents(receipt: Receipt): readonly string[] {
  const events = [
    {
      type: 'message_start',
      message: { ...MESSAGE, content: [], stop_reason: null, usage: messageUsage(receipt, 1) },
    },
    { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
    { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: TEXT } },
    { type: 'content_block_stop', index: 0 },
    { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: OUTPUT_TOKENS } },
    { type: 'message_stop' },
  ]
  return events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`)
}
