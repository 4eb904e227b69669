import { createHash, createHmac, randomBytes } from 'node:crypto'
import type { ClaudeTurn } from './claude-turns.ts'
import type { JsonObject } from './json-object.ts'

/** Signs `thinking` so that it is valid only after exactly its current prefix. */
export interface ThinkingSigner {
  /** The signature for `thinking` in a response to this prefix, linked to the last visible signature. */
  sign(thinking: string, prefix: string, previous: string | undefined): string
  /** The signed prefix; undefined if the signature was not made here or for another text. */
  open(thinking: string, signature: string): SignedThinking | undefined
}

export interface SignedThinking {
  /** Hash of system, tools and all content before the block. */
  readonly prefix: string
  /** Hash of the signature of the thinking before it, empty when there was none. */
  readonly previous: string
}

export function createThinkingSigner(): ThinkingSigner {
  const secret = randomBytes(32)
  const codeOf = (thinking: string, payload: string) =>
    createHmac('sha256', secret)
      .update(JSON.stringify([thinking, payload]))
      .digest('base64url')
  return {
    sign(thinking, prefix, previous) {
      const payload = `${prefix}.${previous === undefined ? '' : signatureId(previous)}`
      return Buffer.from(`${payload}.${codeOf(thinking, payload)}`).toString('base64')
    },
    open(thinking, signature) {
      const [prefix, previous, code] = Buffer.from(signature, 'base64').toString('latin1').split('.')
      if (prefix === undefined || previous === undefined) return undefined
      return codeOf(thinking, `${prefix}.${previous}`) === code ? { prefix, previous } : undefined
    },
  }
}

/** The short form of a signature that the next one contains. */
export function signatureId(signature: string): string {
  return createHash('sha256').update(signature).digest('base64url').slice(0, 22)
}

/**
 * An incremental hash of all blocks except thinking, so that omitting old thinking does not change it. It ignores cache
 * breakpoints and the split of turns into messages.
 */
export class PrefixHash {
  #value: string

  constructor(body: JsonObject) {
    this.#value = createHash('sha256')
      .update(contentOf({ system: body.system, tools: body.tools }))
      .digest('base64url')
  }

  get value(): string {
    return this.#value
  }

  add(role: string, block: JsonObject): void {
    if (isThinking(block)) return
    this.#value = createHash('sha256')
      .update(`${this.#value}${role}${contentOf(block)}`)
      .digest('base64url')
  }
}

/** The hash of a whole request and its last visible thinking, to which a new block is bound. */
export function bindingOf(
  body: JsonObject,
  turns: readonly ClaudeTurn[],
): { prefix: string; previous: string | undefined } {
  const hash = new PrefixHash(body)
  let previous: string | undefined
  for (const { role, blocks } of turns) {
    for (const { block } of blocks) {
      hash.add(role, block)
      if (isThinking(block)) previous = signatureOf(block)
    }
  }
  return { prefix: hash.value, previous }
}

export function isThinking(block: JsonObject): boolean {
  return block.type === 'thinking' || block.type === 'redacted_thinking'
}

export function signatureOf(block: JsonObject): string {
  return String(block.type === 'thinking' ? block.signature : block.data)
}

function contentOf(value: unknown): string {
  return JSON.stringify(value, (key, inner: unknown) => (key === 'cache_control' ? undefined : inner)) ?? ''
}
