import {
  type BodyText,
  type Conversation,
  type Message,
  type OpaquePart,
  type Part,
  rawAt,
  type TextLeaf,
  textAt,
} from '../conversation.ts'

/** A picture of 1024 x 1024 at full detail, on the wire with published costs. */
const IMAGE_TOKENS = 765
const LOW_DETAIL_IMAGE_TOKENS = 85
/** About two pages. The number of pages is unknown without decoding the file. */
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
 * Matches strings of base64 and similar data, which are never billed by their length if they are long. The length is checked
 * separately, because the expression would exhaust the stack on a file of some megabytes.
 */
const PERHAPS_ENCODED = /"(?:data:[^,"]{0,99},)?[A-Za-z0-9+/=_-]*"/g
const LEAST_ENCODED_LENGTH = 200

/**
 * The texts of a message that the model reads, one after the other, so that only one long text is in memory. Encoded data, such
 * as a picture's, is excluded.
 */
export function textsOfMessage(conversation: Conversation, message: Message): Iterable<string> {
  return message.texts ?? textsOfParts(conversation, message)
}

function* textsOfParts(conversation: Conversation, message: Message): Generator<string, void, void> {
  for (const part of message.shape.parts) yield* textsOfPart(part, conversation, message)
}

/** Tokens of a message's pictures, files and sound, which have no text. */
export function mediaTokens(conversation: Conversation, message: Message): number {
  if (message.texts) return 0
  let tokens = 0
  for (const part of message.shape.parts) {
    if (part.kind === 'tool-result' && part.isOpaque) tokens += IMAGE_TOKENS
    if (part.kind === 'opaque') tokens += tokensOfOpaque(part, rawAt(conversation, message, part.span))
  }
  return tokens
}

function* textsOfPart(part: Part, conversation: Conversation, message: Message): Generator<string, void, void> {
  switch (part.kind) {
    case 'text':
      yield* textInPieces(conversation, message, part.leaf)
      return
    case 'tool-call':
      yield part.name
      yield decoded(rawAt(conversation, message, part.input))
      return
    case 'tool-result':
      for (const leaf of part.leaves) yield* textInPieces(conversation, message, leaf)
      return
    case 'thinking':
      yield thoughtIn(rawAt(conversation, message, part.span))
      return
    case 'opaque':
      if (mediaOf(part) === undefined)
        yield decoded(withoutCacheMarks(withoutEncoded(rawAt(conversation, message, part.span))))
      return
    default:
      part satisfies never
  }
}

/** Length in units of the body above which a text is decoded in pieces, because some texts have tens of megabytes. */
const LONGEST_PIECE = 512 * 1024
/** How far back a position for a cut is searched. */
const CUT_WINDOW = 256
const BACKSLASH = 0x5c
/** Units of the longest escape, \\uXXXX. */
const ESCAPE_LENGTH = 6

/** A cut may separate two characters of one token, which is negligible compared with half a megabyte. */
function* textInPieces(conversation: Conversation, message: Message, leaf: TextLeaf): Generator<string, void, void> {
  if (leaf.end - leaf.start <= LONGEST_PIECE) {
    yield textAt(conversation, message, leaf)
    return
  }
  const { body } = conversation
  const end = message.start + leaf.end - 1
  for (let from = message.start + leaf.start + 1, to = from; from < end; from = to) {
    to = from + LONGEST_PIECE >= end ? end : placeToCut(body, { from, at: from + LONGEST_PIECE })
    yield JSON.parse(`"${body.slice(from, to)}"`) as string
  }
}

/**
 * A safe position up to `at`: after plain ASCII, before an escape, or before a character beyond ASCII.
 * @param from start of the piece
 */
function placeToCut(body: BodyText, { from, at }: { readonly from: number; readonly at: number }): number {
  let plain = 0
  for (let place = at; place > at - CUT_WINDOW; place--) {
    const code = body.charCodeAt(place - 1)
    plain = code < 0x80 && code !== BACKSLASH ? plain + 1 : 0
    if (plain > ESCAPE_LENGTH) return place + ESCAPE_LENGTH
  }
  for (let place = at; place > at - CUT_WINDOW; place--) if (begins(body, place)) return place
  // Only a run of backslashes fills the window. Each pair of them is an escape.
  let end = at
  while (end > at - CUT_WINDOW && body.charCodeAt(end - 1) !== BACKSLASH) end--
  let start = end
  while (start > from && body.charCodeAt(start - 1) === BACKSLASH) start--
  return end - ((end - start) % 2)
}

/** True if an escape or a character beyond ASCII begins at `place`. */
function begins(body: BodyText, place: number): boolean {
  const code = body.charCodeAt(place)
  if (body.charCodeAt(place - 1) === BACKSLASH) return false
  if (code < 0x80) return code === BACKSLASH
  // A byte inside a UTF-8 character, or the second half of a surrogate pair.
  return code > 0xff ? (code & 0xfc00) !== 0xdc00 : code >= 0xc0
}

function mediaOf({ type }: OpaquePart): number | undefined {
  return Object.hasOwn(MEDIA_TOKENS, type) ? MEDIA_TOKENS[type] : undefined
}

function tokensOfOpaque(part: OpaquePart, raw: string): number {
  const media = mediaOf(part)
  if (media === IMAGE_TOKENS && /"detail"\s*:\s*"low"/.test(raw)) return LOW_DETAIL_IMAGE_TOKENS
  if (media !== undefined) return media
  return part.type === 'document' && withoutEncoded(raw).length < raw.length ? FILE_TOKENS : 0
}

function withoutEncoded(raw: string): string {
  return raw.replace(PERHAPS_ENCODED, (text) => (text.length < LEAST_ENCODED_LENGTH ? text : '""'))
}

const CACHE_MARK = /"(?:cache_control|prompt_cache_breakpoint)"\s*:\s*(?:null|\{[^{}]*\})/.source
/** Cache marks after another member, or as the first member. Texts contain none: their quotation marks are escaped. */
const CACHE_MARKS = new RegExp(`,\\s*${CACHE_MARK}|(\\{\\s*)${CACHE_MARK}\\s*,\\s*`, 'g')

/** JSON as the model reads it. Clients move the marks, and a part has the same tokens with a mark and without. */
function withoutCacheMarks(raw: string): string {
  return raw.replace(CACHE_MARKS, '$1')
}

/** The text of a JSON string, or other JSON as written. */
function decoded(raw: string): string {
  return raw.startsWith('"') ? (JSON.parse(raw) as string) : raw
}

/** The readable text of a block of thinking. Empty if the provider does not disclose it. */
export function thoughtIn(raw: string): string {
  const { thinking, content } = JSON.parse(raw) as { readonly thinking?: unknown; readonly content?: unknown }
  if (typeof thinking === 'string') return thinking
  // A summary is for people and not read by the model again.
  if (!Array.isArray(content)) return ''
  return content
    .map((part: { readonly text?: unknown } | null) => part?.text)
    .filter((text) => typeof text === 'string')
    .join('\n')
}
