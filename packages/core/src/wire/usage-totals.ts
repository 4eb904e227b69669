import type { WireFormat } from '../conversation.ts'
import { type Fields, isFields } from '../json.ts'
import { type ObjectNode, scanJson } from './json-spans.ts'
import { skipWhiteSpace } from './json-white-space.ts'

/** The provider's billed tokens. */
export interface Usage {
  /** All input: fresh, read from the cache and written to it. */
  readonly inputTokens: number
  readonly cachedTokens: number
  readonly cacheWriteTokens: number
  /** Cache writes for an hour, a part of all writes. Undefined if the provider does not report them. */
  readonly hourWriteTokens?: number
  readonly outputTokens: number
  /** Output tokens of reasoning. Undefined if the provider does not report them. */
  readonly reasoningTokens?: number
  /** Reasoning items that the provider dropped because their prefix had changed. Undefined if it reports nothing. */
  readonly lostReasoning?: number
}

/**
 * Collects usage from the JSON texts of one response. Streams restate usage cumulatively, so the largest number of each
 * kind is the total.
 */
export class UsageTotals {
  readonly #format: WireFormat
  #fresh = 0
  #cached = 0
  #written = 0
  #writtenForHour: number | undefined
  #output = 0
  #reasoning: number | undefined
  #lostReasoning: number | undefined
  #isSeen = false

  constructor(format: WireFormat) {
    this.#format = format
  }

  /** Reads one JSON text. Texts that are not JSON, or without usage, change nothing. */
  read(text: string): void {
    const holder = holderOf(text, CARRIERS[this.#format])
    const usage = holder?.usage
    if (!isFields(usage)) return
    this.#isSeen = true
    if (this.#format === 'openai-chat') this.#readOpenAi(usage, 'prompt', 'completion')
    else if (this.#format === 'anthropic-messages') this.#readMessages(usage)
    else {
      this.#readOpenAi(usage, 'input', 'output')
      this.#lostReasoning = lostIn(holder?.input_transformations) ?? this.#lostReasoning
    }
  }

  /** Reads the usage in the end of a JSON text whose beginning is missing. An end without usage changes nothing. */
  readTail(tail: string, { isEvent }: { readonly isEvent: boolean }): void {
    const usage = lastMember(tail, 'usage', '{')
    if (usage === undefined) return
    const depth = isEvent && CARRIERS[this.#format] !== undefined ? 2 : 1
    // At another depth, it is a part of the output.
    if (usage.closed !== 1 && usage.closed !== depth) return
    const beside = lastMember(tail, 'input_transformations', '[')
    const members = beside?.closed === usage.closed ? [usage, beside] : [usage]
    this.read(`{${members.map(({ text }) => text).join()}}`)
  }

  result(): Usage | undefined {
    if (!this.#isSeen) return undefined
    const cachedTokens = this.#cached
    const cacheWriteTokens = this.#written
    // The messages wire counts cached tokens in addition to its input tokens, the others as a part of them.
    const beside = this.#format === 'anthropic-messages' ? cachedTokens + cacheWriteTokens : 0
    const lost = this.#lostReasoning
    const hourWriteTokens = this.#writtenForHour
    return {
      inputTokens: this.#fresh + beside,
      cachedTokens,
      cacheWriteTokens,
      ...(hourWriteTokens !== undefined && { hourWriteTokens }),
      outputTokens: this.#output,
      ...(this.#reasoning !== undefined && { reasoningTokens: this.#reasoning }),
      ...(lost !== undefined && { lostReasoning: lost }),
    }
  }

  #readMessages(usage: Fields): void {
    this.#fresh = larger(this.#fresh, usage.input_tokens)
    this.#cached = larger(this.#cached, usage.cache_read_input_tokens)
    this.#written = larger(this.#written, usage.cache_creation_input_tokens)
    this.#output = larger(this.#output, usage.output_tokens)
    const said = fieldsOf(usage.cache_creation)?.ephemeral_1h_input_tokens
    if (typeof said === 'number') this.#writtenForHour = larger(this.#writtenForHour ?? 0, said)
  }

  /** `prompt_tokens` and `completion_tokens` of the chat wire, or `input_tokens` and `output_tokens`, with their details. */
  #readOpenAi(usage: Fields, input: 'prompt' | 'input', output: 'completion' | 'output'): void {
    const details = fieldsOf(usage[`${input}_tokens_details`])
    this.#fresh = larger(this.#fresh, usage[`${input}_tokens`])
    this.#cached = larger(this.#cached, details?.cached_tokens)
    this.#written = larger(this.#written, details?.cache_write_tokens)
    this.#output = larger(this.#output, usage[`${output}_tokens`])
    const said = fieldsOf(usage[`${output}_tokens_details`])?.reasoning_tokens
    if (typeof said === 'number') this.#reasoning = larger(this.#reasoning ?? 0, said)
  }
}

/** The member of an event that corresponds to the top level of a complete answer. */
const CARRIERS: Readonly<Record<WireFormat, string | undefined>> = {
  'openai-chat': undefined,
  'anthropic-messages': 'message',
  'openai-responses': 'response',
}

/** Number of reasoning items that the provider dropped for their prefix. Undefined if it does not report it. */
function lostIn(transformations: unknown): number | undefined {
  if (!Array.isArray(transformations)) return undefined
  return transformations.filter((each: unknown) => fieldsOf(each)?.reason === 'prefix_mismatch').length
}

interface LastMember {
  /** The name and the value. */
  readonly text: string
  /** See `closedIn`. */
  readonly closed: number
}

/** The last member `name` whose value is an object or a list. Inside a string, the quotes would be escaped. */
function lastMember(text: string, name: keyof ReadMembers, opening: '{' | '['): LastMember | undefined {
  const quoted = `"${name}"`
  for (let at = text.lastIndexOf(quoted); at >= 0; at = at > 0 ? text.lastIndexOf(quoted, at - 1) : -1) {
    const colon = skipWhiteSpace(text, at + quoted.length)
    const start = skipWhiteSpace(text, colon + 1)
    if (text[colon] !== ':' || text[start] !== opening) continue
    const end = scanJson(text, start, 1)?.end
    return end === undefined ? undefined : { text: text.slice(at, end), closed: closedIn(text, end) }
  }
  return undefined
}

/** Number of objects and lists that end after `from` and began before it. NaN if the text is cut off or no JSON. */
function closedIn(text: string, from: number): number {
  let closed = 0
  for (let at = from; at < text.length; at++) {
    const character = text[at]
    if (character === '"') {
      at = scanJson(text, at, 1)?.end ?? text.length + 1
      if (at > text.length) return Number.NaN
      at--
    } else if (character === '{' || character === '[') closed--
    else if (character === '}' || character === ']') closed++
  }
  return closed
}

/** No request has as many tokens. A larger number is a fault of the provider, and sums of it would not be exact. */
const MAX_TOKENS = 1e9

/** The larger of a count and the provider's number. Other values are ignored. */
function larger(count: number, said: unknown): number {
  return typeof said === 'number' && said <= MAX_TOKENS ? Math.max(count, Math.trunc(said)) : count
}

/** The members of an answer that are read. */
interface ReadMembers {
  readonly usage: unknown
  readonly input_transformations: unknown
}

/** Parses those members of `text`, or of its `carrier` if it has one. The rest, most of an answer, is skipped. */
function holderOf(text: string, carrier: string | undefined): ReadMembers | undefined {
  const top = scanJson(text, skipWhiteSpace(text, 0), 1)
  if (top?.kind !== 'object' || skipWhiteSpace(text, top.end) < text.length) return undefined
  const carried = carrier === undefined ? undefined : top.members.findLast(({ key }) => key === carrier)?.value
  const inner = carried && scanJson(text, carried.start, 1)
  const holder = inner?.kind === 'object' ? inner : top
  try {
    return {
      usage: parseMember(text, holder, 'usage'),
      input_transformations: parseMember(text, holder, 'input_transformations'),
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
  return isFields(value) ? value : undefined
}
