import { CITING_TEXT, type Conversation, type Message, type Part, rawAt, type Span, textAt } from '../conversation.ts'
import { addToList } from '../maps.ts'
import { sumOf } from '../sum.ts'
import { MESSAGE_FRAME_TOKENS, type Piece, type Transcript } from './transcript.ts'

/**
 * The transcript of a conversation from a wire. `countMessage` returns the o200k tokens of a message without its frame. It
 * should cache them, since it is called again in every turn.
 */
export function transcriptOf(conversation: Conversation, countMessage: (message: Message) => number): Transcript {
  const { messages, format } = conversation
  const partsOf = (index: number): readonly Part[] => messages[index]!.shape.parts
  const roleOf = (index: number) => messages[index]!.shape.role
  const answersOf = (index: number) => idsOf(partsOf(index), 'tool-result')
  const callsOf = (index: number) => idsOf(partsOf(index), 'tool-call')
  const serverCallsOf = (index: number) => linksOf(partsOf(index), 'serverCall')
  const serverAnswersOf = (index: number) => linksOf(partsOf(index), 'serverAnswer')
  const kept = withPartners(messages.length, {
    isPinned: (index) => messages[index]!.shape.isPinned === true,
    idsOf: (index) => [callsOf, answersOf, serverCallsOf, serverAnswersOf].flatMap((ids) => ids(index)),
  })
  const isKeptPart = (index: number) => kept.has(index)
  return {
    length: messages.length,
    pinnedTokens: pinnedTokens(conversation),
    bindsThinking: conversation.bindsThinking,
    roleOf,
    nameOf: (index) => messages[index]!.shape.name,
    keyOf: (index) => messages[index]!.shape.key,
    tokensOf: (index) => countMessage(messages[index]!) + MESSAGE_FRAME_TOKENS,
    piecesOf: (index) => partsOf(index).flatMap((part, place) => piecesIn(conversation, messages[index]!, part, place)),
    callsOf,
    answersOf,
    serverCallsOf,
    serverAnswersOf,
    isFoldable: (index) => messages[index]!.shape.isKnown,
    // A system message between others stays in place, except on the messages wire, which restricts its neighbours.
    isKept: (index) => (roleOf(index) === 'system' && format !== 'anthropic-messages') || isKeptPart(index),
    isCarried: (index) => roleOf(index) === 'system' && format === 'anthropic-messages',
    hasThinking: (index) => partsOf(index).some(({ kind }) => kind === 'thinking'),
    thinkingOf: (index) =>
      partsOf(index).flatMap((part, place) => (part.kind === 'thinking' && !part.isFixed ? [place] : [])),
    opaqueKindsOf: (index) => (isPlain(partsOf(index)) ? NONE : partsOf(index).flatMap(opaqueKind)),
    hasUncountedFile: (index) =>
      !isPlain(partsOf(index)) && partsOf(index).some((part) => isUncountedFile(conversation, messages[index]!, part)),
  }
}

/** The pinned messages, and those that no fold separates from them: the results of their calls, and the calls of results. */
function withPartners(
  length: number,
  { isPinned, idsOf }: { isPinned(index: number): boolean; idsOf(index: number): readonly string[] },
): ReadonlySet<number> {
  const kept = new Set<number>()
  for (let index = 0; index < length; index++) if (isPinned(index)) kept.add(index)
  if (kept.size === 0) return kept
  const byId = new Map<string, number[]>()
  for (let index = 0; index < length; index++) for (const id of idsOf(index)) addToList(byId, id, index)
  // The loop also visits the messages that it adds.
  for (const index of kept) {
    for (const id of idsOf(index)) {
      for (const partner of byId.get(id) ?? []) kept.add(partner)
      byId.delete(id)
    }
  }
  return kept
}

/**
 * Average characters per token of English text and JSON. Used only to decide if a request is long enough to be cached.
 */
const CHARACTERS_A_TOKEN = 4

/**
 * Size of a schema as OpenAI renders it, as a share of its JSON. The lowest likely share: a request that is wrongly
 * taken for cacheable is paid in full at every turn, and one that is wrongly taken for too short is only not folded.
 */
const SCHEMA_SHARE = 0.6

function pinnedTokens({ body, pinned, format }: Conversation): number {
  const isSchema = ({ start }: Span) => format !== 'anthropic-messages' && body.slice(start, start + 1) !== '"'
  return sumOf(pinned, (span) => (isSchema(span) ? SCHEMA_SHARE : 1) * (span.end - span.start)) / CHARACTERS_A_TOKEN
}

const NONE: readonly string[] = []

/** True if the message is one text, as most are. It then has no other properties. */
function isPlain(parts: readonly Part[]): boolean {
  return parts.length === 1 && parts[0]!.kind === 'text'
}

function idsOf(parts: readonly Part[], kind: 'tool-call' | 'tool-result'): readonly string[] {
  if (isPlain(parts)) return NONE
  return parts.flatMap((part) => (part.kind !== kind ? [] : part.kind === 'tool-call' ? part.id : part.callId))
}

function linksOf(parts: readonly Part[], link: 'serverCall' | 'serverAnswer'): readonly string[] {
  return isPlain(parts) ? NONE : parts.flatMap((part) => (part.kind === 'opaque' ? (part[link] ?? []) : []))
}

function piecesIn(conversation: Conversation, message: Message, part: Part, place: number): Piece[] {
  switch (part.kind) {
    case 'text':
      return [{ kind: 'said', text: textAt(conversation, message, part.leaf), part: place, leaf: 0 }]
    case 'tool-call': {
      const raw = rawAt(conversation, message, part.input)
      const text = raw.startsWith('"') ? (JSON.parse(raw) as string) : raw
      return [{ kind: 'call', name: part.name, callId: part.id, text, part: place, leaf: 0 }]
    }
    case 'tool-result': {
      const { isError, callId } = part
      return part.leaves.map((leaf, number) => {
        return { kind: 'result', text: textAt(conversation, message, leaf), isError, callId, part: place, leaf: number }
      })
    }
    case 'opaque': {
      const kind = part.type === CITING_TEXT ? 'said' : 'quoted'
      return (part.leaves ?? []).map((leaf, number) => {
        return { kind, text: textAt(conversation, message, leaf), part: place, leaf: number }
      })
    }
    case 'thinking':
      return []
    default:
      return part satisfies never
  }
}

function opaqueKind(part: Part): string[] {
  if (part.kind === 'opaque') return part.type === CITING_TEXT ? [] : [part.type.replace(/_url$/, '')]
  return part.kind === 'tool-result' && part.isOpaque ? ['image'] : []
}

/** Characters at each end of a document in which the type of its source is searched. Its data may have megabytes. */
const SOURCE_REACH = 400
/** The source of a document that is text. Quotation marks within texts are escaped. */
const TEXT_SOURCE = /"type"\s*:\s*"(?:text|content)"/

function isUncountedFile(conversation: Conversation, message: Message, part: Part): boolean {
  if (part.kind !== 'opaque' || !/^(?:file|document)$/.test(part.type)) return false
  const { start, end } = part.span
  const head = rawAt(conversation, message, { start, end: Math.min(end, start + SOURCE_REACH) })
  const tail = rawAt(conversation, message, { start: Math.max(start, end - SOURCE_REACH), end })
  return !TEXT_SOURCE.test(head) && !TEXT_SOURCE.test(tail)
}
