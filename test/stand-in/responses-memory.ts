import { createHash, createHmac, randomBytes } from 'node:crypto'
import type { JsonObject } from './json-object.ts'

/** A stored response. */
export interface StoredResponse {
  /** The model's input and output. */
  readonly items: readonly JsonObject[]
}

/** Stored responses of the Responses API, and the encryption by which it recognizes its own reasoning. */
export interface ResponsesMemory {
  readonly responses: Map<string, StoredResponse>
  /** Stored items by their id. */
  readonly items: Map<string, JsonObject>
  /** The id of the reasoning that led to an item, by the item's id, for stored and unstored responses. */
  readonly reasoningOf: Map<string, string>
  /** Encrypted content for reasoning after a prefix with this hash. */
  seal(prefix: string): string
  /** The hash of the prefix of the reasoning; undefined if the content was not encrypted here. */
  open(seal: string): string | undefined
}

export function createResponsesMemory(): ResponsesMemory {
  const secret = randomBytes(32)
  const codeOf = (prefix: string) => createHmac('sha256', secret).update(prefix).digest('base64url')
  return {
    responses: new Map(),
    items: new Map(),
    reasoningOf: new Map(),
    seal: (prefix) => Buffer.from(`${prefix}.${codeOf(prefix)}`).toString('base64'),
    open(seal) {
      const [prefix, code] = Buffer.from(seal, 'base64').toString('latin1').split('.')
      return prefix !== undefined && codeOf(prefix) === code ? prefix : undefined
    },
  }
}

/** A hash of all items that the model reads, without labels and breakpoints. */
export class InputHash {
  #value: string

  constructor({ instructions, tools, text }: JsonObject) {
    const { format } = (text ?? {}) as JsonObject
    this.#value = hashOf([instructions ?? null, tools ?? null, format ?? null])
  }

  get value(): string {
    return this.#value
  }

  add(item: JsonObject): void {
    const { id: _, status: __, ...read } = item
    this.#value = hashOf([this.#value, read])
  }
}

function hashOf(value: unknown): string {
  const text = JSON.stringify(value, (key, inner: unknown) => (key === 'prompt_cache_breakpoint' ? undefined : inner))
  return createHash('sha256').update(text).digest('base64url')
}
