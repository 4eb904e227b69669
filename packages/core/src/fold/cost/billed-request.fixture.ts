import { countTokens } from '../talk.fixture.ts'
import { MESSAGE_FRAME_TOKENS } from '../transcript.ts'

const PICTURE_TOKENS = 765
/** Tokens of a call on the chat wire besides its name and arguments. In recorded answers of OpenAI: 3 to 7. */
const CALL_TOKENS = 8

/** A provider's prices relative to a fresh token, and its cacheable minimum in tokens. */
export type Prices = { readonly read: number; readonly write: number; readonly leastCached: number }

/** The messages of a body as JSON, and the billed tokens of each. */
export interface Sent {
  readonly texts: readonly string[]
  readonly tokens: readonly number[]
}

export function measure(body: string): Sent {
  const texts = (JSON.parse(body) as { messages: unknown[] }).messages.map((message) => JSON.stringify(message))
  const { messages } = JSON.parse(body) as { messages: { content: unknown; tool_calls?: readonly unknown[] }[] }
  const tokens = messages.map(({ content, tool_calls: calls = [] }) => {
    const parts: readonly unknown[] = Array.isArray(content) ? content : [content]
    return [...parts, ...calls].reduce<number>((sum, part) => sum + tokensOfPart(part), MESSAGE_FRAME_TOKENS)
  })
  return { texts, tokens }
}

interface PartOfBody {
  readonly type?: string
  readonly text?: unknown
  readonly function?: { readonly name: string; readonly arguments: string }
}

function tokensOfPart(part: unknown): number {
  if (typeof part === 'string') return countTokens(part)
  const { type = '', text, function: called } = (part ?? {}) as PartOfBody
  if (called) return countTokens(called.name) + countTokens(called.arguments) + CALL_TOKENS
  // A text is billed the same as a string and as a part.
  if (typeof text === 'string') return countTokens(text)
  const isPicture = /^image/.test(type)
  return isPicture ? PICTURE_TOKENS : countTokens(JSON.stringify(part))
}

export function total(sent: Sent): number {
  return sent.tokens.reduce((sum, tokens) => sum + tokens, 0)
}

/** Caches compare tokens, not messages: a message that has grown at its end is shared up to its old end. */
function sharedTokens(before: Sent, now: Sent): number {
  let shared = 0
  let index = 0
  while (index < now.texts.length && before.texts[index] === now.texts[index]) shared += now.tokens[index++]!
  const [old = '', text = ''] = [before.texts[index], now.texts[index]]
  let end = 0
  while (end < old.length && old[end] === text[end]) end++
  return shared + Math.floor(((now.tokens[index] ?? 0) * end) / Math.max(1, text.length))
}

export function price({ read, write, leastCached }: Prices, before: Sent | undefined, now: Sent): number {
  const shared = before ? sharedTokens(before, now) : 0
  const hit = shared >= leastCached ? shared : 0
  return read * hit + write * (total(now) - hit)
}
