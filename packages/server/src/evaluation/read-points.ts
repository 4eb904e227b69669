import { basename } from 'node:path'
import type { WireFormat } from '@pleat/core'
import { createExplainer, type ExplainDeps, type Explanation } from '../explain/explanation.ts'
import type { TranscriptRequest } from '../explain/read-transcript.ts'
import type { EvalPoint, Fact } from './eval-point.ts'
import { exactValues, holds } from './exact-values.ts'
import type { WrittenQuestion } from './questions-file.ts'
import { WIRE_CALLS } from './wire-calls.ts'
import { answerText, isAnswer, textsOf, type WireItem } from './wire-item.ts'

export interface PointOptions {
  /** Most requests of one transcript that are asked again. */
  readonly most: number
  /** Longest answer, in tokens. */
  readonly maxTokens: number
  /** Overrides the transcript's model. */
  readonly model: string | undefined
  /** Questions at the end of transcripts, which replace the transcripts' own requests. */
  readonly questions: readonly WrittenQuestion[]
}

/** A transcript with its file name, or its path if the name is ambiguous. `request` includes the answers at its end. */
export interface NamedTranscript {
  readonly name: string
  readonly request: TranscriptRequest
}

/** Candidates per request that is asked, because some requests are not folded. */
const CANDIDATES = 6

type Body = Readonly<Record<string, unknown>>

/**
 * The requests of a transcript that the fold changes, spread evenly over the conversation. Other requests would get the same
 * answer from both histories.
 */
export function readPoints(
  deps: ExplainDeps,
  { name, request }: NamedTranscript,
  options: PointOptions,
): readonly EvalPoint[] {
  const { format } = request
  const body = prepared(JSON.parse(request.body) as Body, format, options)
  const list = body[WIRE_CALLS[format].history] as readonly WireItem[]
  const explain = createExplainer(deps)
  const read = (asked: Asked) => readPoint(explain, { name, format, body }, asked)
  const written = options.questions.filter(({ transcript }) => [undefined, name, basename(name)].includes(transcript))
  if (options.questions.length > 0) return written.flatMap((question) => read(askedAtEnd(list, question)) ?? [])
  const points = spread(requestsIn(list), CANDIDATES * options.most).flatMap((end) => read(askedAt(list, end)) ?? [])
  return spread(points, options.most)
}

/** A question to a transcript. */
interface Asked {
  readonly items: readonly WireItem[]
  readonly question: string
  readonly recorded: string | undefined
  readonly facts: readonly Fact[]
}

function readPoint(
  explain: (request: TranscriptRequest) => Explanation,
  { name, format, body }: { readonly name: string; readonly format: WireFormat; readonly body: Body },
  { items, question, recorded, facts }: Asked,
): EvalPoint | undefined {
  const asked = JSON.stringify({ ...body, [WIRE_CALLS[format].history]: items })
  const { outcome, turn, model, originalTokens, sentTokens } = explain({ format, body: asked, notes: [] })
  if (outcome !== 'folded' && outcome !== 'recalled') return undefined
  const tokens = { full: originalTokens, folded: sentTokens }
  return { transcript: name, turn, format, model, body: asked, question, recorded, facts, tokens }
}

function askedAtEnd(list: readonly WireItem[], { ask, facts }: WrittenQuestion): Asked {
  return { items: [...list, { role: 'user', content: ask }], question: ask, recorded: undefined, facts }
}

/** The request that ends before `end`, and its recorded answer. */
function askedAt(list: readonly WireItem[], end: number): Asked {
  const items = list.slice(0, end)
  const start = items.findLastIndex(isAnswer) + 1
  const question = textsOf(items.slice(start)).join('\n')
  const next = list.findIndex((item, index) => index >= end && !isAnswer(item))
  const recorded = answerText(list.slice(end, next < 0 ? list.length : next))
  return { items, question, recorded: recorded || undefined, facts: factsOf(recorded, items.slice(0, start), question) }
}

/** Exact values of the recorded answer that occur in the history and not in the question. */
function factsOf(recorded: string, history: readonly WireItem[], question: string): readonly Fact[] {
  const said = textsOf(history).join('\n')
  return [...exactValues(recorded)]
    .filter((value) => holds(said, value) && !holds(question, value))
    .map((value) => [value])
}

/** The ends of requests: an answer follows, or the transcript ends. */
function requestsIn(list: readonly WireItem[]): readonly number[] {
  return list.flatMap((item, index) => {
    const next = list[index + 1]
    return isAnswer(item) || (next !== undefined && !isAnswer(next)) ? [] : [index + 1]
  })
}

/** At most `most` items at even distances, always with the last one. */
function spread<Item>(items: readonly Item[], most: number): readonly Item[] {
  if (items.length <= most) return items
  return Array.from({ length: most }, (_, place) => items[Math.ceil(((place + 1) * items.length) / most) - 1]!)
}

/** The request for one answer without streaming, with a limit on its length, and with the tools that its history calls. */
function prepared(body: Body, format: WireFormat, { maxTokens, model }: PointOptions): Body {
  const { stream: _stream, stream_options: _options, n: _answers, ...rest } = body
  const { limits } = WIRE_CALLS[format]
  const limit = limits.find((name) => name in rest) ?? limits[0]!
  return { ...rest, ...(model !== undefined && { model }), [limit]: maxTokens, ...missingTools(rest, format) }
}

/** Definitions of called tools: the messages API requires them, and transcripts of agents do not contain them. */
function missingTools(body: Body, format: WireFormat): { tools?: readonly object[] } {
  if (format !== 'anthropic-messages' || 'tools' in body) return {}
  const blocks = (body.messages as readonly WireItem[]).flatMap(({ content }) =>
    Array.isArray(content) ? content : [],
  )
  const names = new Set(
    (blocks as readonly WireItem[]).flatMap(({ type, name }) => (type === 'tool_use' ? [name] : [])),
  )
  return names.size === 0 ? {} : { tools: [...names].map((name) => ({ name, input_schema: { type: 'object' } })) }
}
