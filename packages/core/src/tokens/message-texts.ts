import { type Conversation, type Message, type OpaquePart, type Part, rawAt, textAt } from '../conversation.ts'

/** What is to be counted of a message: texts, counted in full, and tokens that are estimated from no text. */
export interface CountedTexts {
  readonly texts: readonly string[]
  readonly estimate: number
}

/** A picture of 1024 x 1024 at full detail, on the wire that says what one costs. */
const IMAGE_TOKENS = 765
const LOW_DETAIL_IMAGE_TOKENS = 85
/** About two pages; how many there are is not to be seen without decoding the file. */
const FILE_TOKENS = 3000
/** About half a minute. */
const AUDIO_TOKENS = 300

const MEDIA_TOKENS: Readonly<Record<string, number>> = {
  image: IMAGE_TOKENS,
  image_url: IMAGE_TOKENS,
  input_audio: AUDIO_TOKENS,
  audio: AUDIO_TOKENS,
  file: FILE_TOKENS,
}

/**
 * Strings of nothing but base64 and the like: long ones are never billed by their length. How long is not left to the
 * expression, which would run out of stack on a file of some megabytes.
 */
const PERHAPS_ENCODED = /"(?:data:[^,"]{0,99},)?[A-Za-z0-9+/=_-]*"/g
const LEAST_ENCODED_LENGTH = 200

/** The texts of a message that the model reads. Encoded data, such as a picture's, is never among them. */
export function countedTextsOf(conversation: Conversation, message: Message): CountedTexts {
  if (message.texts) return { texts: message.texts, estimate: 0 }
  const texts: string[] = []
  let estimate = 0
  for (const part of message.shape.parts) estimate += collect(part, { conversation, message, texts })
  return { texts, estimate }
}

/** Adds the texts of a part and returns the tokens that come on top. */
function collect(part: Part, into: { conversation: Conversation; message: Message; texts: string[] }): number {
  const { conversation, message, texts } = into
  switch (part.kind) {
    case 'text':
      texts.push(textAt(conversation, message, part.leaf))
      return 0
    case 'tool-call':
      texts.push(part.name, decoded(rawAt(conversation, message, part.input)))
      return 0
    case 'tool-result':
      for (const leaf of part.leaves) texts.push(textAt(conversation, message, leaf))
      return part.isOpaque ? IMAGE_TOKENS : 0
    case 'thinking':
      texts.push(thoughtIn(rawAt(conversation, message, part.span)))
      return 0
    case 'opaque':
      return collectOpaque(part, rawAt(conversation, message, part.span), texts)
    default:
      return part satisfies never
  }
}

function collectOpaque(part: OpaquePart, raw: string, texts: string[]): number {
  const media = Object.hasOwn(MEDIA_TOKENS, part.type) ? MEDIA_TOKENS[part.type] : undefined
  if (media === IMAGE_TOKENS && /"detail"\s*:\s*"low"/.test(raw)) return LOW_DETAIL_IMAGE_TOKENS
  if (media !== undefined) return media
  const readable = raw.replace(PERHAPS_ENCODED, (text) => (text.length < LEAST_ENCODED_LENGTH ? text : '""'))
  texts.push(decoded(readable))
  return part.type === 'document' && readable.length < raw.length ? FILE_TOKENS : 0
}

/** A JSON string's text; any other JSON as it is written. */
function decoded(raw: string): string {
  return raw.startsWith('"') ? (JSON.parse(raw) as string) : raw
}

/** The readable text of a block of thinking: none where the provider keeps it to itself. */
function thoughtIn(raw: string): string {
  const { thinking } = JSON.parse(raw) as { thinking?: unknown }
  return typeof thinking === 'string' ? thinking : ''
}
