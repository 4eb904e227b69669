import type { CueId } from '../../lexicon/cue-ids.ts'
import { foldWord } from '../../lexicon/fold-word.ts'
import { lexiconOf } from '../../lexicon/languages.ts'
import type { Cue } from '../../lexicon/match.ts'
import { foldedSet, perLanguage, wordTables } from '../../lexicon/per-language.ts'
import { stem } from '../../lexicon/stem.ts'
import type { Word } from '../../lexicon/word-borders.ts'
import type { Clause } from '../../text/analysis.ts'
import { isWithin, overlaps } from '../../text/spans.ts'
import { termId } from '../../words/words.ts'
import { type ClaimValue, claimValues, type PlacedValue } from './claim-values.ts'
import { type ContentWord, replacedWords } from './replaced-words.ts'

/** How a claim replaces an earlier one: by a change of things, or by a correction of a statement. */
export type ChangeCue = 'none' | 'change' | 'correction'

/** The claim of a clause, as numbers: its topic, its values, and its relation to earlier claims. */
export interface Claim {
  /** Content words that are not values and not denied. Distinct, in order. */
  readonly terms: readonly number[]
  readonly values: readonly ClaimValue[]
  /** Terms of the complement, in a clause about an exclusive property ("lives in Oslo"). */
  readonly complement: readonly number[]
  /** Terms and values that are no longer valid: "not X but Y", "instead of X", "from X to Y". */
  readonly replaced: readonly number[]
  readonly cue: ChangeCue
  /** True if it names the value to which something is moved or changed. */
  readonly isMove: boolean
  readonly isDenied: boolean
  /** Persons that it is about: the speaker (1), the listener (2). */
  readonly persons: number
  /** True if it holds only under a condition, at a moment, or hypothetically. Another value does not contradict it. */
  readonly isLoose: boolean
  /** True if its subject is a pronoun, which could refer to anything. */
  readonly isPronoun: boolean
  /** True if it adds to earlier statements, so that it revokes nothing. */
  readonly isAddition: boolean
  /** True if it revokes something without another value. */
  readonly isRevocation: boolean
}

/** Cues whose words are not the topic of a claim. */
const ABOUT_SAYING: ReadonlySet<CueId> = new Set<CueId>([
  'correction',
  'replacement',
  'revocation',
  'hedge',
  'softener',
  'hearsay',
  'attribution',
  'report',
  'deferral',
  'filler',
  'greeting',
  'thanks',
  'negation',
  'exception',
  'pseudo',
  'adversative',
  'addition',
  'courtesy',
  'past',
  'keeping',
  'topicChange',
])

/** The claim of a clause that is not a question. `cues` are its own. */
export function claimOf(text: string, whole: Clause, cues: readonly Cue[], denying: readonly Cue[]): Claim {
  const clause = withoutBrackets(text, whole)
  const values = claimValues(clause)
  const content = contentOf(clause, cues, values)
  const kinds = new Set(cues.map(({ cue }) => cue))
  const replaced = kinds.has('condition') ? [] : replacedWords(text, { clause, cues, denying, content, values })
  const isReplaced = (span: { readonly start: number }): boolean => replaced.some((gone) => gone.start === span.start)
  const terms: number[] = []
  for (const word of content) if (!isReplaced(word) && !terms.includes(word.term)) terms.push(word.term)
  const isUnreal = clause.kinds.has('hypothetical') && !kinds.has('correction')
  return {
    terms,
    values: values.filter((value) => !isReplaced(value)).map(withoutPlace),
    complement: complementOf(clause, cues, content),
    replaced: replaced.map((gone) => ('value' in gone ? (gone.isBare ? gone.figure : gone.value) : gone.term)),
    cue: isUnreal
      ? 'none'
      : isCorrecting(clause, cues, values)
        ? 'correction'
        : cues.some(
              (each) =>
                each.cue === 'replacement' &&
                !cues.some(({ cue, start, end }) => cue === 'past' && overlaps(each, { start, end })),
            )
          ? 'change'
          : 'none',
    isMove: cues.some(
      (each) => each.cue === 'replacement' && (isNextTo(values, each.end) || isMovedTo(clause, each, values)),
    ),
    isDenied: denying.length > 0 && !replaced.length,
    persons: personsOf(clause),
    isLoose: LOOSE.some((cue) => kinds.has(cue)) || clause.kinds.has('hypothetical'),
    isPronoun: isPronoun(clause, cues),
    isAddition: kinds.has('addition'),
    isRevocation: kinds.has('revocation'),
  }
}

const LOOSE: readonly CueId[] = ['condition', 'hedge', 'past', 'proposal', 'choice', 'deferral', 'replacement']

/** True if a phrase of correction begins or ends the clause, or is next to a value: "it is actually 330 metres". */
function isCorrecting(clause: Clause, cues: readonly Cue[], values: readonly PlacedValue[]): boolean {
  return cues.some(({ cue, start, end }) => {
    if (cue !== 'correction') return false
    const before = clause.words.filter((word) => word.end <= start).length
    const after = clause.words.filter((word) => word.start >= end).length
    if (before <= OPENING_WORDS || !after) return true
    return isNextTo(values, end)
  })
}

/** True if the value precedes the verb, in languages with final verbs. */
function isMovedTo({ language }: Clause, { start }: Cue, values: readonly PlacedValue[]): boolean {
  return (lexiconOf(language).verbFinal ?? false) && values.some(({ end }) => end <= start && start - end <= NEAR_VERB)
}

function isNextTo(values: readonly PlacedValue[], end: number): boolean {
  return values.some(({ start }) => start >= end && start - end <= NEAR)
}

const OPENING_WORDS = 3
/** Largest number of characters between a phrase and its value. */
const NEAR = 8
const NEAR_VERB = 12

/** A label ("[9:15] Ann: ...") and text in brackets are not part of the claim. */
function withoutBrackets(text: string, clause: Clause): Clause {
  const said = text.slice(clause.start, clause.end)
  const label = LABEL.exec(said)?.[0].length ?? 0
  if (!label && !said.includes('[')) return clause
  const brackets = [...said.matchAll(BRACKETED)].map(({ 0: part, index }) => [index, index + part.length] as const)
  const isSaid = ({ start }: { readonly start: number }): boolean => {
    const at = start - clause.start
    return at >= label && !brackets.some(([from, to]) => at >= from && at < to)
  }
  return { ...clause, words: clause.words.filter(isSaid), values: clause.values.filter(isSaid) }
}

const LABEL = /^(?:\[[^\]]{1,60}\] *)?\p{Lu}[\p{L}'’-]*(?: \p{Lu}[\p{L}'’-]*)?: +/u
const BRACKETED = /\[[^[\]]{0,400}(?:\]|$)/g

/** The words after the phrase, or the last word before it in languages with final verbs. */
function complementOf({ language }: Clause, cues: readonly Cue[], content: readonly ContentWord[]): number[] {
  const phrase = cues.find(({ cue }) => cue === 'identity')
  if (!phrase) return []
  if (lexiconOf(language).verbFinal)
    return content
      .filter(({ end }) => end <= phrase.start)
      .slice(-1)
      .map(({ term }) => term)
  return content.filter(({ start }) => start >= phrase.end).map(({ term }) => term)
}

/** True for a pronoun before a verb: "She is", "il est". */
function isPronoun({ words, language }: Clause, cues: readonly Cue[]): boolean {
  const { verbs } = wordTables(language)
  return cues.some(({ cue, end }) => {
    if (cue !== 'pointing') return false
    const next = words.find(({ start }) => start >= end)
    return next !== undefined && next.start - end <= 1 && verbs.has(foldWord(next.text))
  })
}

function withoutPlace({ kind, value, figure, isAmount, isBare }: PlacedValue): ClaimValue {
  return { kind, value, figure, isAmount, isBare }
}

function contentOf(clause: Clause, cues: readonly Cue[], values: readonly PlacedValue[]): ContentWord[] {
  const { words, language } = clause
  const closed = closedWordsOf(language)
  const saying = cues.filter(
    ({ cue, start }) => ABOUT_SAYING.has(cue) || (cue === 'confirmation' && start === clause.start),
  )
  const isSaying = (word: Word): boolean =>
    saying.some(({ start, end, isGapped }) => {
      if (word.start < start || word.end > end) return false
      const within = words.filter((other) => other.start >= start && other.end <= end)
      // The words inside "from Madrid to Porto" belong to the claim.
      return !isGapped || word === within[0] || word === within.at(-1)
    })
  return words.flatMap((word) => {
    if (closed.has(foldWord(word.text)) || isSaying(word)) return []
    if (values.some((value) => overlaps(word, value))) return []
    const { speaker } = clause
    if (typeof speaker === 'object' && isWithin(word, speaker)) return []
    return [{ ...word, term: termId(stem(word.text, language)) }]
  })
}

function personsOf({ words, language }: Clause): number {
  const { ownWords, listenerWords } = wordTables(language)
  let persons = 0
  for (const { text } of words) {
    const key = foldWord(text)
    if (ownWords.has(key)) persons |= 1
    else if (listenerWords.has(key)) persons |= 2
  }
  return persons
}

const closedWordsOf = perLanguage(({ functionWords, ownWords, listenerWords }) =>
  foldedSet([...functionWords, ...ownWords, ...listenerWords]),
)
