import { createHash, createHmac, randomBytes } from 'node:crypto'
import type { JsonObject } from './json-object.ts'

/** An answer that is kept at the provider. */
export interface StoredResponse {
  /** Everything that the model read for it, and what it answered. */
  readonly items: readonly JsonObject[]
}

/** What the Responses API remembers of its answers, and how it knows its own reasoning again. */
export interface ResponsesMemory {
  readonly responses: Map<string, StoredResponse>
  /** Stored items by their id. */
  readonly items: Map<string, JsonObject>
  /** The reasoning that led to an item, by the ids of both: known of every answer, stored or not. */
  readonly reasoningOf: Map<string, string>
  /** Seals reasoning that was made behind what this hash is of. */
  seal(prefix: string): string
  /** The hash of what stood before the reasoning; undefined where the seal is not ours. */
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

/** A hash over everything that the model reads, item by item; labels and breakpoints are not read. */
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
