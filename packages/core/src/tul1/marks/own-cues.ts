import type { Span } from '../../conversation.ts'
import type { CueId } from '../../lexicon/cue-ids.ts'
import { foldWord } from '../../lexicon/fold-word.ts'
import type { Cue } from '../../lexicon/match.ts'
import { wordTables } from '../../lexicon/per-language.ts'
import type { Clause } from '../../text/analysis.ts'
import { isWithin, lengthOf } from '../../text/spans.ts'

/** Cues about the act of speaking. A negative word inside one of them denies no content. */
const FRAMING: ReadonlySet<CueId> = new Set<CueId>([
  'correction',
  'hedge',
  'softener',
  'deferral',
  'courtesy',
  'revocation',
  'confirmation',
])

/**
 * The cues of a clause that are the speaker's own: none in a quotation, and none that is part of a value ("May 3", "5 May,
 * not").
 */
export function ownCues(text: string, { cues, values }: Clause, quoted: readonly Span[]): readonly Cue[] {
  return cues.filter(
    ({ start, end }) =>
      !isName(text, start, end) &&
      !quoted.some((quote) => isWithin({ start, end }, quote)) &&
      !values.some((value) => isWithin({ start, end }, value) || (start > value.start && start < value.end)),
  )
}

/** True for a word with a capital inside a sentence, which makes it a name: "in May", "the type Maybe". */
function isName(text: string, start: number, end: number): boolean {
  return NAME.test(text.slice(start, end)) && SMALL_BEFORE.test(text.slice(Math.max(0, start - 2), start))
}

const NAME = /^\p{Lu}\p{L}+$/u
const SMALL_BEFORE = /[\p{Ll}\p{N}]\s$/u

/** True for "which" and "do you know". The verb that opens a yes-no question is also a cue: "Is the hotel open?" */
export function hasQuestionWord(text: string, { language }: Clause, cues: readonly Cue[]): boolean {
  const { verbs } = wordTables(language)
  return cues.some(({ cue, start, end }) => cue === 'question' && !verbs.has(foldWord(text.slice(start, end))))
}

/** The negations that deny the content of a clause. Excludes "no," at its start, and parts of phrases with another meaning. */
export function denials(text: string, clause: Clause, cues: readonly Cue[]): readonly Cue[] {
  return cues.filter((own) => {
    const { cue, start, end } = own
    if (cue !== 'negation' && cue !== 'negationMorpheme') return false
    const before = clause.words.filter((word) => word.end <= start).length
    if (before <= OPENING_WORDS && OPENING_SIGN.test(text.slice(end, end + 2))) return false
    // Swedish "utan" ("without", "but") denies nothing itself between "not X" and "Y".
    if (cues.some((other) => other.cue === 'adversative' && other.start === start && other.end === end)) return false
    return !cues.some((other) => FRAMING.has(other.cue) && isWithin(own, other) && lengthOf(other) > lengthOf(own))
  })
}

/** "anzi no, ...", "oh wait, no: ...". */
const OPENING_WORDS = 2
const OPENING_SIGN = /^\s?[,.!:;–—，、。！：،]/
