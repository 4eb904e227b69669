import type { WireFormat } from '../conversation.ts'
import { type ObjectNode, scanJson } from './json-spans.ts'
import { skipWhiteSpace } from './json-white-space.ts'

/** What a provider says that it billed, in tokens. */
export interface Usage {
  /** All input: fresh, read from the cache and written to it. */
  readonly inputTokens: number
  readonly cachedTokens: number
  readonly cacheWriteTokens: number
  readonly outputTokens: number
  /** The model that answered, where the response names it. */
  readonly model?: string
}

/** Adds up usage over the JSON texts of one response. */
export interface UsageTotals {
  /** Takes one JSON text; what is not JSON or says nothing of usage changes nothing. */
  read(text: string): void
  result(): Usage | undefined
}

type Fields = Readonly<Record<string, unknown>>

/** Totals of one response. Streams restate usage cumulatively, so the largest number of each kind is the total. */
export function createUsageTotals(format: WireFormat): UsageTotals {
  const counted = { fresh: 0, cached: 0, written: 0, output: 0 }
  let isSeen = false
  let model: string | undefined

  function count(name: keyof typeof counted, value: unknown): void {
    if (typeof value === 'number' && Number.isFinite(value)) {
      counted[name] = Math.max(counted[name], Math.trunc(value))
    }
  }

  function readMessages(usage: Fields): void {
    count('fresh', usage.input_tokens)
    count('cached', usage.cache_read_input_tokens)
    count('written', usage.cache_creation_input_tokens)
    count('output', usage.output_tokens)
  }

  function readChat(usage: Fields): void {
    const details = fieldsOf(usage.prompt_tokens_details)
    count('fresh', usage.prompt_tokens)
    count('cached', details?.cached_tokens)
    count('written', details?.cache_write_tokens)
    count('output', usage.completion_tokens)
  }

  return {
    read(text) {
      const body = parseFields(text)
      const carrier = format === 'anthropic-messages' ? (fieldsOf(body?.message) ?? body) : body
      const usage = fieldsOf(carrier?.usage)
      if (usage === undefined) return
      isSeen = true
      if (typeof carrier?.model === 'string') model = carrier.model
      if (format === 'anthropic-messages') readMessages(usage)
      else readChat(usage)
    },
    result() {
      if (!isSeen) return undefined
      const { fresh, cached, written, output } = counted
      // The messages wire counts cached tokens beside its input tokens, the chat wire inside its prompt tokens.
      const inputTokens = format === 'anthropic-messages' ? fresh + cached + written : fresh
      const usage = { inputTokens, cachedTokens: cached, cacheWriteTokens: written, outputTokens: output }
      return model === undefined ? usage : { ...usage, model }
    },
  }
}

/** The members of an object that usage is read from. All else, most of an answer, is skipped and not parsed. */
function parseFields(text: string): Fields | undefined {
  const top = scanJson(text, skipWhiteSpace(text, 0), 1)
  if (top?.kind !== 'object' || skipWhiteSpace(text, top.end) < text.length) return undefined
  try {
    return {
      usage: parseMember(text, top, 'usage'),
      model: parseMember(text, top, 'model'),
      message: parseMember(text, top, 'message'),
    }
  } catch {
    return undefined
  }
}

function parseMember(text: string, object: ObjectNode, key: string): unknown {
  const value = object.members.findLast((member) => member.key === key)?.value
  return value && JSON.parse(text.slice(value.start, value.end))
}

function fieldsOf(value: unknown): Fields | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : undefined
}
