import type { Language } from '../../../lexicon/languages.ts'
import { perLanguage } from '../../../lexicon/per-language.ts'
import { sumOf } from '../../../sum.ts'
import { fragmentsOf } from '../../../text/fragments.ts'
import { QUESTION_END } from '../../../text/question-sign.ts'
import { CODE_FENCE } from '../../active-artifact.ts'
import { languageAt } from '../../language-at.ts'
import type { FoldState } from '../../state.ts'
import { outputIn, perMessage, saidIn } from '../../transcript.ts'
import { withoutMarkup } from '../condense.ts'
import { type FiguresByHead, figuresByHead } from '../figure-heads.ts'
import { newestAndBestMatches } from '../rank.ts'
import type { RecallRequest } from '../recall-source.ts'
import { stemsOf, wordStems } from '../word-stems.ts'

/**
 * Limits of the algorithm: the newest folded messages that are read, the earlier ones with a word of the question, tokens of the
 * longest message, characters of tool output, and characters of a line of it. A longer line is data, and not a statement.
 */
const MAX_READ = { newest: 64, matching: 24, output: 32_000 }
const MAX_TOKENS = 600
const LONGEST_OUTPUT = 400
/** Limit in characters. Shorter lines of tool output are not split into sentences: their periods are often leader dots. */
const SHORT_OUTPUT = 60

/** A line or sentence of a folded message, with its words in the language of the question. */
export interface ReadLine {
  readonly index: number
  readonly isOfTool: boolean
  readonly text: string
  readonly stems: ReadonlySet<string>
  readonly figures: FiguresByHead
  /** True if it contains a figure or a number word. */
  readonly hasNumber: boolean
  /** The language in which its words are read. */
  readonly language: Language
  /** Stems of its whole message, and of the messages that are needed to understand that one (`leadingTo`). */
  readonly beside: ReadonlySet<string>
}

/** The lines of the folded messages that a question may be about, newest first. `isOutputOnly`: those of tools alone. */
export function linesOf({ transcript, state, query }: RecallRequest, isOutputOnly: boolean): ReadLine[] {
  const { language } = query.cues
  const indices = newestAndBestMatches(query.scores, state, state.boundary, MAX_READ)
  const lines: ReadLine[] = []
  let output = MAX_READ.output
  for (const index of indices.reverse()) {
    if (state.standing.has(index)) continue
    // A message seldom has more tokens than characters, so one with more tokens than `output` is not decoded.
    const mayHoldOutput = state.toolMessages > 0 || transcript.opaqueKindsOf(index).length > 0
    const mayTell = mayHoldOutput && state.tokens[index]! <= output
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

type Part = Pick<ReadLine, 'text' | 'stems' | 'figures' | 'hasNumber' | 'isOfTool' | 'language'>

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

/**
 * The lines and sentences of a text. A question and the sentence after it are one, because a question states nothing.
 */
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
