import { type Conversation, type Message, type Part, rawAt } from '@pleat/core'
import { freshCopy } from './fresh-copy.ts'

/** What is read of a message, in UTF-16 units of its JSON: some two thousand tokens, from its start and its end. */
export const MOST_READ = 8000
const READ_OF_END = 2000

/** The texts of a message that its tags are read from, long ones cut: what was said, and what tools were asked and said. */
export function excerptOf(conversation: Conversation, message: Message): string[] {
  const texts: string[] = []
  let left = MOST_READ
  for (const part of message.shape.parts) {
    for (const raw of rawTextsOf(conversation, message, part)) {
      if (left <= 0) return texts
      if (raw.length <= left) texts.push(decoded(raw, 0, raw.length))
      else {
        const end = Math.min(READ_OF_END, left >> 2)
        texts.push(decoded(raw, 0, left - end), decoded(raw, raw.length - end, raw.length))
      }
      left -= raw.length
    }
  }
  return texts
}

function rawTextsOf(conversation: Conversation, message: Message, part: Part): string[] {
  switch (part.kind) {
    case 'text':
      return [rawAt(conversation, message, part.leaf)]
    case 'tool-call':
      return [rawAt(conversation, message, part.input)]
    case 'tool-result':
      return part.leaves.map((leaf) => rawAt(conversation, message, leaf))
    case 'thinking':
    case 'opaque':
      return []
    default:
      return part satisfies never
  }
}

const ESCAPE = /\\(?:u([\da-fA-F]{4})|([^u]))/g
/** A cut may go through an escape: what is left of it at either end. */
const HALF_AT_END = /(?<!\\)(?:\\\\)*\\(?:u[\da-fA-F]{0,3})?$/
const HALF_AT_START = /^[\da-fA-F]{0,4}(?=[^\da-fA-F])/
const SPACES: Readonly<Record<string, string>> = { n: '\n', r: '\n', t: '\t', b: ' ', f: ' ' }

/** A part of a JSON string, or of other JSON, as text to read tags from; escapes of JSON inside JSON are undone as well. */
function decoded(raw: string, from: number, to: number): string {
  let text = raw.slice(from, to)
  if (to < raw.length) text = text.replace(HALF_AT_END, '')
  if (from > 0) text = text.replace(HALF_AT_START, '')
  text = unescaped(text)
  if (/^"\s*[{[]/.test(raw)) text = unescaped(text)
  return freshCopy(text.replace(/^"|"$/g, ''))
}

function unescaped(text: string): string {
  if (!text.includes('\\')) return text
  return text.replace(ESCAPE, (_, code: string | undefined, sign: string) =>
    code === undefined ? (SPACES[sign] ?? sign) : String.fromCharCode(Number.parseInt(code, 16)),
  )
}
