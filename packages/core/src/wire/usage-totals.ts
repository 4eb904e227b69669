import type { WireFormat } from '../conversation.ts'
import { type Fields, isFields } from '../json.ts'
import { type ObjectNode, scanJson } from './json-spans.ts'
import { skipWhiteSpace } from './json-white-space.ts'

/** What a provider says that it billed, in tokens. */
export interface Usage {
  /** All input: fresh, read from the cache and written to it. */
  readonly inputTokens: number
  readonly cachedTokens: number
  readonly cacheWriteTokens: number
  readonly outputTokens: number
}

/**
 * Adds up usage over the JSON texts of one response. Streams restate usage cumulatively, so the largest number of each
 * kind is the total.
 */
export class UsageTotals {
  readonly #format: WireFormat
  #fresh = 0
  #cached = 0
  #written = 0
  #output = 0
  #isSeen = false

  constructor(format: WireFormat) {
    this.#format = format
  }

  /** Takes one JSON text; what is not JSON or says nothing of usage changes nothing. */
  read(text: string): void {
    const isMessages = this.#format === 'anthropic-messages'
    const usage = findUsage(text, isMessages)
    if (usage === undefined) return
    this.#isSeen = true
    if (isMessages) this.#readMessages(usage)
    else this.#readChat(usage)
  }

  result(): Usage | undefined {
    if (!this.#isSeen) return undefined
    const cachedTokens = this.#cached
    const cacheWriteTokens = this.#written
    // The messages wire counts cached tokens beside its input tokens, the chat wire inside its prompt tokens.
    const beside = this.#format === 'anthropic-messages' ? cachedTokens + cacheWriteTokens : 0
    return { inputTokens: this.#fresh + beside, cachedTokens, cacheWriteTokens, outputTokens: this.#output }
  }

  #readMessages(usage: Fields): void {
    this.#fresh = larger(this.#fresh, usage.input_tokens)
    this.#cached = larger(this.#cached, usage.cache_read_input_tokens)
    this.#written = larger(this.#written, usage.cache_creation_input_tokens)
    this.#output = larger(this.#output, usage.output_tokens)
  }

  #readChat(usage: Fields): void {
    const details = fieldsOf(usage.prompt_tokens_details)
    this.#fresh = larger(this.#fresh, usage.prompt_tokens)
    this.#cached = larger(this.#cached, details?.cached_tokens)
    this.#written = larger(this.#written, details?.cache_write_tokens)
    this.#output = larger(this.#output, usage.completion_tokens)
  }
}

/** The larger of a count and what a provider says; what is no number says nothing. */
function larger(count: number, said: unknown): number {
  return typeof said === 'number' && Number.isFinite(said) ? Math.max(count, Math.trunc(said)) : count
}

/**
 * The usage that `text` says, in its `message` where there may be one. All else, most of an answer, is skipped and not
 * parsed.
 */
function findUsage(text: string, mayBeInMessage: boolean): Fields | undefined {
  const top = scanJson(text, skipWhiteSpace(text, 0), 1)
  if (top?.kind !== 'object' || skipWhiteSpace(text, top.end) < text.length) return undefined
  try {
    const message = mayBeInMessage ? fieldsOf(parseMember(text, top, 'message')) : undefined
    return fieldsOf(message ? message.usage : parseMember(text, top, 'usage'))
  } catch {
    return undefined
  }
}

function parseMember(text: string, object: ObjectNode, key: string): unknown {
  const value = object.members.findLast((member) => member.key === key)?.value
  return value && JSON.parse(text.slice(value.start, value.end))
}

function fieldsOf(value: unknown): Fields | undefined {
  return isFields(value) ? value : undefined
}
