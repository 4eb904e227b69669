import { bestFirst } from '../../../best-first.ts'
import type { Language } from '../../../lexicon/languages.ts'
import { perLanguage } from '../../../lexicon/per-language.ts'
import { addCount, occurrencesOf } from '../../../maps.ts'
import { sumOf } from '../../../sum.ts'
import { fragmentsOf } from '../../../text/fragments.ts'
import { QUESTION_END } from '../../../text/question-sign.ts'
import { CODE_FENCE } from '../../active-artifact.ts'
import { languageAt } from '../../language-at.ts'
import type { Policy } from '../../policy.ts'
import type { Source } from '../../source.ts'
import type { FoldState } from '../../state.ts'
import { identifiersIn } from '../../tool-data/key-value.ts'
import { outputIn, perMessage, saidIn } from '../../transcript.ts'
import { withoutMarkup } from '../condense.ts'
import { asks } from '../features.ts'
import { type FiguresByHead, figuresByHead, givesOtherFigure } from '../figure-heads.ts'
import { isInDigest } from '../in-digest.ts'
import { newestAndBestMatches } from '../rank.ts'
import { type Allocation, LINE_TOKENS, type Proposal, type RecallRequest, type RecallSource } from '../recall-source.ts'
import { needsFacts } from '../wishes.ts'
import { stemsOf, wordStems } from '../word-stems.ts'
import { isRecalledRecord } from './recalled-record.ts'
import { toolRecords } from './tool-records.ts'

/**
 * Lines of the folded messages that a short question asks for and that no digest contains. Lines that somebody said are left to
 * the ranked messages if those are wanted and have room. Lines of tool output have no other way into a recall. Words are
 * compared by their stems in the language of the question.
 */
export const matchingLines: RecallSource = { value: 0.3, propose }

/**
 * Limits of the algorithm: the newest folded messages that are read, the earlier ones with a word of the question, tokens of the
 * longest message, characters of tool output, and characters of a line of it. A longer line is data, and not a statement.
 */
const MAX_READ = { newest: 64, matching: 24, output: 32_000 }
const MAX_TOKENS = 600
const LONGEST_OUTPUT = 400
/** Limit in characters. Shorter lines of tool output are not split into sentences: their periods are often leader dots. */
const SHORT_OUTPUT = 60

interface Line {
  readonly index: number
  readonly isOfTool: boolean
  readonly text: string
  readonly stems: ReadonlySet<string>
  readonly figures: FiguresByHead
  /** True if it contains a figure or a number word. */
  readonly hasNumber: boolean
  readonly language: Language
  /** Stems of the rest of its message and of the messages that it replies to. */
  readonly beside: ReadonlySet<string>
}

function* propose(request: RecallRequest, allocation: Allocation): Generator<Proposal> {
  const { state, query, features, demand, policy, count } = request
  const { substance, historyTokens, leastKnown, leastMatch, mostTokens } = policy.recall.sources.matchingLines
  const { cues } = query
  // In a long history, words of what was said match by chance. The ranked messages may have enough room.
  const isOutputOnly = state.historyTokens > historyTokens || (demand.isWanted && demand.room > 2 * mostTokens)
  if (isOutputOnly && state.toolMessages === 0) return
  if (!(asks(features) || needsFacts(query.cues, features, policy.recall)) || features.substance > substance) return
  const asked = stemsOf(query.text, query.cues.language)
  const read = linesOf(request, isOutputOnly)
  const { weights, known } = weigh(asked, read)
  const told = toldOnly(request, asked, read)
  if (known < leastKnown.ofTools && !told.size) return
  const lines = known < leastKnown.ofPeople ? read.filter(({ isOfTool }) => isOfTool) : read
  let left = Math.min(mostTokens, allocation.left)
  /** The number of sent lines that contain each word. */
  const sent = new Map<string, number>()
  const chosen: number[] = []
  const shapes = new Set<string>()
  const records = allocation.of(toolRecords)
  const isKnown = (line: Line): boolean =>
    isHeld(request, line) || (line.isOfTool && isRecalledRecord(request.transcript, line, records))
  const isMatch = known >= leastKnown.ofTools
  const wanted = { weights: isMatch ? weights : NO_WEIGHTS, told, sent, asksAmount: cues.has('askAmount') }
  const choice = bestFirst({ count: lines.length, gainOf: (at) => matchOf(lines[at]!, wanted, policy) })
  for (const { item, gain } of choice) {
    if (gain < leastMatch) break
    const line = lines[item]!
    if (shapes.has(shapeOf(line)) || isRestated(line, read)) continue
    const isSent = (!line.isOfTool && allocation.holds(line.index)) || isKnown(line)
    const tokens = isSent ? 0 : count(line.text) + LINE_TOKENS
    if (tokens > left) continue
    left -= tokens
    for (const each of line.stems) addCount(sent, each)
    chosen.push(item)
    if (line.isOfTool) shapes.add(shapeOf(line))
    if (!isSent) yield asProposal(line, tokens)
  }
  for (const line of besideOutput(lines, chosen)) {
    if (shapes.has(shapeOf(line)) || isRestated(line, read) || isKnown(line)) continue
    shapes.add(shapeOf(line))
    const tokens = count(line.text) + LINE_TOKENS
    if (tokens > left) continue
    left -= tokens
    yield asProposal(line, tokens)
  }
}

function asProposal({ index, text, isOfTool }: Line, tokens: number): Proposal {
  return { index, text, tokens, isPart: true, isOfTool }
}

/**
 * The lines next to chosen lines of tool output, the following ones first: a heading precedes what the question asks for, and a
 * name or a comment the thing that it belongs to. `lines` contains those of a message in reverse order.
 */
function besideOutput(lines: readonly Line[], chosen: readonly number[]): ReadonlySet<Line> {
  const beside = new Set<Line>()
  for (const step of [-1, 1]) {
    for (const at of chosen) {
      const [line, next] = [lines[at]!, lines[at + step]]
      if (line.isOfTool && next?.isOfTool && next.index === line.index) beside.add(next)
    }
  }
  for (const at of chosen) beside.delete(lines[at]!)
  return beside
}

/** Weight of each word of the question as a share of the total, and the share of the words that occur in some line. */
function weigh(asked: ReadonlySet<string>, lines: readonly Line[]) {
  const times = occurrencesOf(lines.flatMap(({ stems }) => [...stems].filter((each) => asked.has(each))))
  const informations = [...asked].map((each) => [each, Math.log(1 + lines.length / (times.get(each) ?? 1))] as const)
  const all = sumOf(informations, ([, weight]) => weight)
  const weights = new Map(informations.flatMap(([each, weight]) => (times.has(each) ? [[each, weight / all]] : [])))
  return { weights, known: sumOf(weights.values(), (weight) => weight) }
}

const NO_WEIGHTS: ReadonlyMap<string, number> = new Map()

/** Limits of the algorithm: lines that contain a word which tools alone told, and its characters. */
const MAX_TOLD = { lines: 2, characters: 4 }

/**
 * Words of the question that only one or two lines of tool output contain, and that nothing in sight contains. The question can
 * only be about these lines.
 */
function toldOnly(
  { transcript, state }: RecallRequest,
  asked: ReadonlySet<string>,
  lines: readonly Line[],
): ReadonlySet<string> {
  const times = occurrencesOf(lines.flatMap(({ stems }) => [...stems].filter((each) => asked.has(each))))
  const rare = [...times].flatMap(([each, number]) =>
    number <= MAX_TOLD.lines && each.length >= MAX_TOLD.characters ? [each] : [],
  )
  if (!rare.length) return new Set()
  const tail = state.keys.slice(state.boundary, -1).map((_, place) => saidIn(transcript, state.boundary + place))
  const sight = [...state.digests.map(({ text }) => text), ...tail].join('\n').toLowerCase()
  const isOfTool = (each: string): boolean => lines.every(({ stems, isOfTool }) => isOfTool || !stems.has(each))
  return new Set(rare.filter((each) => isOfTool(each) && !sight.includes(each)))
}

interface Wanted {
  readonly weights: ReadonlyMap<string, number>
  /** Words that only lines of tool output contain. */
  readonly told: ReadonlySet<string>
  readonly sent: ReadonlyMap<string, number>
  readonly asksAmount: boolean
}

/**
 * Gain of a line over the sent ones. A word counts less if more of them contain it. A line of tool output needs a word of its
 * own: a tool may tell many things at once. A line without a number does not answer a question for an amount.
 */
function matchOf({ stems, beside, isOfTool, hasNumber }: Line, wanted: Wanted, { recall }: Policy): number {
  const { weights, told, sent, asksAmount } = wanted
  const { besideShare, noNumberShare, leastMatch } = recall.sources.matchingLines
  let match = [...told].some((each) => stems.has(each) && !sent.has(each)) ? leastMatch : 0
  let isNamed = !isOfTool || match > 0
  for (const [each, weight] of weights) {
    const isOwn = stems.has(each)
    if (isOwn) isNamed = true
    const share = isOwn ? 1 : beside.has(each) ? besideShare : 0
    if (share) match += (share * weight) / (1 + (sent.get(each) ?? 0))
  }
  if (!isNamed) return 0
  return asksAmount && !hasNumber ? noNumberShare * match : match
}

/** The text of a line without its figures: lines of a log that repeat an event have the same. */
function shapeOf({ text }: Line): string {
  return text.replace(/\p{Nd}+/gu, '0')
}

/** True if a later line gives one of its figures another value. */
function isRestated(line: Line, lines: readonly Line[]): boolean {
  return lines.some(
    (later) =>
      later.index > line.index &&
      givesOtherFigure(line.figures, later.figures) &&
      !(line.isOfTool && isAboutOther(line, later)),
  )
}

/** Share of the words of a line of tool output that later output about the same thing contains. */
const SAME_SHARE = 0.5

/** True if a later line is about another thing than a line of tool output: rows of one table, records with the same keys. */
function isAboutOther(line: Line, later: Line): boolean {
  if (identifiersIn(line.text).some((each) => later.text.includes(each))) return false
  const words = [...wordsBesideKeys(line)]
  const shared = words.filter((each) => later.stems.has(each)).length
  return later.isOfTool ? shared < SAME_SHARE * words.length : shared === 0
}

/** True if a digest contains the line, or an earlier recall the tool output. */
function isHeld(source: Source, { text, index, isOfTool }: Line): boolean {
  const { state } = source
  if (isOfTool) return [...state.digests, ...state.recalls].some((each) => each.text.includes(text))
  return isInDigest(source, index, text)
}

function linesOf({ transcript, state, query }: RecallRequest, isOutputOnly: boolean): Line[] {
  const { language } = query.cues
  const indices = newestAndBestMatches(query.scores, state, state.boundary, MAX_READ)
  const lines: Line[] = []
  let output = MAX_READ.output
  for (const index of indices.reverse()) {
    if (state.standing.has(index)) continue
    // A message of more tokens has more characters, and does not have to be decoded.
    const mayTell = state.toolMessages > 0 && state.tokens[index]! <= output
    const characters = mayTell ? sumOf(outputIn(transcript, index), ({ length }) => length) : 0
    const told = characters > 0 && characters <= output ? outputLinesIn(language)(transcript, index) : []
    if (told.length) output -= characters
    const said = isOutputOnly || state.tokens[index]! > MAX_TOKENS ? [] : partsIn(language)(transcript, index)
    const parts = [...said, ...told]
    if (!parts.length) continue
    const beside = new Set(parts.flatMap(({ stems }) => [...stems]))
    for (const before of leadingTo(state, index)) {
      if (state.tokens[before]! > MAX_TOKENS) continue
      for (const { stems } of partsIn(language)(transcript, before)) for (const each of stems) beside.add(each)
    }
    for (const part of parts.reverse()) lines.push({ index, ...part, beside })
  }
  return lines
}

/** The messages that are needed to understand a message: the one before it, and the user's message that it answers. */
function leadingTo({ roles, systemEnd }: FoldState, index: number): ReadonlySet<number> {
  const asked = roles.lastIndexOf('user', index - 1)
  return new Set([index - 1, asked].filter((each) => each >= systemEnd))
}

/** A key of a record, with its sign: `"ref":`. */
const KEY = /"[^"]{1,60}"\s*:/g

function wordsBesideKeys({ text, stems, language }: Line): ReadonlySet<string> {
  return text.includes('":') ? stemsOf(text.replace(KEY, ' '), language) : stems
}

type Part = Pick<Line, 'text' | 'stems' | 'figures' | 'hasNumber' | 'isOfTool' | 'language'>

/** The lines that somebody said in a message, with their words in a language. */
const partsIn = perLanguage((_file, language) =>
  perMessage((transcript, index): readonly Part[] => {
    const said = saidIn(transcript, index)
    if (said.includes(CODE_FENCE)) return []
    return withAnsweredQuestions(withoutMarkup(said), languageAt(transcript, index)).map((text) =>
      partOf(text, language, false),
    )
  }),
)

/** The lines and sentences of a text. A question and the sentence behind it are one, because a question states nothing. */
function withAnsweredQuestions(said: string, prior: Language | undefined): string[] {
  const fragments = fragmentsOf(said, prior)
  const lines: string[] = []
  for (let at = 0; at < fragments.length; at++) {
    const { text, start } = fragments[at]!
    const next = fragments[at + 1]
    const isAnswered = QUESTION_END.test(text) && next !== undefined && !QUESTION_END.test(next.text)
    lines.push(isAnswered ? said.slice(start, next.start + next.text.length) : text)
    if (isAnswered) at++
  }
  return lines
}

/** A line of pretty-printed JSON, which says nothing without the lines around it. */
const PART_OF_DATA = /^["{}[\]][^{}]{0,60}[,[\]{}]?$/

/** The lines of tool output in a message. */
const outputLinesIn = perLanguage((_file, language) =>
  perMessage((transcript, index): readonly Part[] => {
    const lines = outputIn(transcript, index).flatMap((text) =>
      text.split('\n').flatMap((line) => sentencesOfLong(line, languageAt(transcript, index))),
    )
    const told = lines.filter((line) => line && line.length <= LONGEST_OUTPUT && !PART_OF_DATA.test(line))
    return told.map((line) => partOf(line, language, true))
  }),
)

function sentencesOfLong(line: string, prior: Language | undefined): string[] {
  const text = line.trim()
  return text.length <= SHORT_OUTPUT ? [text] : fragmentsOf(text, prior).map((part) => part.text.trim())
}

function partOf(text: string, language: Language, isOfTool: boolean): Part {
  const stems = stemsOf(text, language)
  // The stem of a number word is its number.
  const hasNumber = FIGURE.test(text) || [...stems].some((each) => FIGURE.test(each))
  return { text, stems, figures: figuresByHead(text, wordStems(language)), hasNumber, isOfTool, language }
}

const FIGURE = /\p{Nd}/u
