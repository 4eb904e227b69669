import type { CueId } from '../../lexicon/cue-ids.ts'
import type { Language } from '../../lexicon/languages.ts'
import { findOrAdd } from '../../maps.ts'
import type { Tag } from '../../tags/tag.ts'
import { analyzeText, holdsCue } from '../../text/analysis.ts'
import { passagesOf } from '../../text/retractions.ts'
import { information, rareInformation } from '../../words/information.ts'
import { contentTerms } from '../../words/terms.ts'
import { CODE_FENCE } from '../active-artifact.ts'
import { languageAt } from '../language-at.ts'
import { frequenciesOf } from '../state.ts'
import { perMessage, saidIn } from '../transcript.ts'
import { GAP } from './gap.ts'
import { LINE_TOKENS, type Proposal, type RecallRequest } from './recall-source.ts'
import { hasTermOf, termsAt } from './term-arena.ts'
import { countOf } from './term-counts.ts'

/** Cues of a sentence that changes an earlier statement. */
const CHANGES: readonly CueId[] = ['correction', 'retraction', 'replacement', 'revocation']
/** Cues of a sentence that denies a value in it. */
const DENIALS: readonly CueId[] = ['negation', 'refusal']
/** Limits of the algorithm: messages that are read for one excerpt, and for a whole recall. */
const MAX_READ = { ofExcerpt: 12, ofRequest: 64 }
/** Limits of the algorithm: messages with a term that identifies a thing, and later messages whose terms are compared. */
const MAX_NAMING = 6
const MAX_LATER = 200

/** A sentence that may change something, or a retraction with the sentences that say what holds instead. */
interface Statement {
  readonly text: string
  readonly terms: readonly number[]
  readonly isChange: boolean
  readonly isQuestion: boolean
  readonly isDenial: boolean
  readonly values: readonly Tag[]
}

/**
 * Sentences of later folded messages that change a statement of an excerpt, oldest first: the newest one, and the
 * surest of the others. Another value is a different one of the same kind, or the same value denied. A sentence changes
 * the excerpt if one of these is true:
 * - The two share words that the query asks for, and the sentence has another value, a cue of a change, or few words of
 *   the user.
 * - The two share other rare words, and the sentence has a cue of a change, or few words with another value.
 * - The sentence is close to the excerpt and has another value, with a cue of a change or in few words.
 */
export function newerStatements(request: RecallRequest, { index, text }: Proposal): Proposal[] {
  const { state, policy, count, query } = request
  const { near, quoted: most, tokens: mostTokens, shortCharacters } = policy.recall.newer
  // A figure in code is not a statement.
  if (text.includes(CODE_FENCE)) return []
  const changes = changeOf(request, index, text)
  const names = namesThingsOf(request, index)
  const found: Found[] = []
  let asked = 0
  let reads = 0
  for (let newer = state.boundary - 1; newer > index && asked < most; newer--) {
    const isNear = newer <= index + near
    // A change close to the excerpt is read although enough newer ones were found.
    if (found.length >= most && !isNear) continue
    if (!isNear && (reads >= MAX_READ.ofExcerpt || !(query.scores[newer - state.systemEnd] || names(newer)))) continue
    if (state.tokens[newer]! > mostTokens || state.standing.has(newer)) continue
    reads++
    const isUser = state.roles[newer] === 'user'
    let bond: Bond = BONDS.none
    const changing: string[] = []
    let isChanging = false
    for (const statement of statementsIn(request, newer)) {
      const own = changes(statement, { isNear, isUser })
      isChanging = own > BONDS.none || (isChanging && qualifies(statement, shortCharacters))
      if (isChanging) changing.push(statement.text)
      if (own > bond) bond = own
    }
    if (bond === BONDS.none) continue
    if (bond === BONDS.asked) asked++
    const quoted = changing.join(GAP)
    found.push({ proposal: { index: newer, text: quoted, tokens: count(quoted) + LINE_TOKENS, isPart: true }, bond })
  }
  return newestAndSurest(found, most)
}

/** True for a short sentence that denies or changes the one before it ("They offer 940. I refuse"). */
function qualifies({ text, isDenial, isChange, isQuestion, values }: Statement, mostCharacters: number): boolean {
  return (isDenial || isChange) && !isQuestion && !values.length && text.length <= mostCharacters
}

/**
 * How surely a later statement changes an excerpt: it is near, names the same thing, or names what the query asks for.
 */
export const BONDS = { none: 0, near: 1, named: 2, asked: 3 } as const
export type Bond = (typeof BONDS)[keyof typeof BONDS]

/** A later statement and its bond to the excerpt. */
interface Found {
  readonly proposal: Proposal
  readonly bond: Bond
}

/**
 * The newest statement and the surest of the others. Of equally sure ones, the newer is preferred. `found` begins with
 * the newest, and the result with the oldest.
 */
export function newestAndSurest([newest, ...others]: readonly Found[], most: number): Proposal[] {
  if (!newest) return []
  const surest = others.sort((a, b) => b.bond - a.bond).slice(0, most - 1)
  return [newest, ...surest].map(({ proposal }) => proposal).sort((a, b) => a.index - b.index)
}

/** Returns a test for later messages, within the next `MAX_LATER`, that share a rare term with message `index`. */
function namesThingsOf({ state }: RecallRequest, index: number): (newer: number) => boolean {
  const things = new Set(
    [...termsAt(state.terms, index)].filter((term) => countOf(state.cloud.frequency, term) <= MAX_NAMING),
  )
  if (!things.size) return () => false
  return (newer) => newer <= index + MAX_LATER && hasTermOf(state.terms, newer, things)
}

/** Returns a function that says how surely a statement changes the excerpt of message `index`. */
function changeOf(
  { transcript, state, query, policy }: RecallRequest,
  index: number,
  excerpt: string,
): (statement: Statement, place: { readonly isNear: boolean; readonly isUser: boolean }) => Bond {
  const least = policy.recall.newer
  const frequencies = frequenciesOf(state)
  const rareWord = rareInformation(frequencies)
  const terms = new Set(termsAt(state.terms, index))
  let old: readonly Statement[] | undefined
  const hasOtherValue = ({ values, isDenial }: Statement): boolean => {
    if (!values.length) return false
    old ??= readStatements(excerpt, languageAt(transcript, index))
    const all = old.flatMap((statement) => statement.values)
    if (isDenial && values.some(({ text }) => all.some((value) => value.text === text))) return true
    return values.some(({ kind, text }) => {
      const same = all.filter((value) => value.kind === kind)
      return same.length > 0 && !same.some((value) => value.text === text)
    })
  }
  return (statement, { isNear, isUser }) => {
    let shared = 0
    let asked = 0
    for (const term of statement.terms) {
      if (!terms.has(term)) continue
      const weight = information(term, frequencies)
      if (weight < least.word * rareWord) continue
      shared += weight
      if (query.weights.has(term)) asked += weight
    }
    const { isChange, isQuestion } = statement
    const isShort = !isQuestion && statement.text.length <= least.shortCharacters
    if (asked >= least.asked * rareWord) {
      if (hasOtherValue(statement)) return BONDS.asked
      return isChange || (isUser && isShort) ? BONDS.named : BONDS.none
    }
    if (shared >= least.all * rareWord)
      return isChange || (isShort && hasOtherValue(statement)) ? BONDS.named : BONDS.none
    return isNear && (isChange || isShort) && hasOtherValue(statement) ? BONDS.near : BONDS.none
  }
}

/** The messages that were read for a request. */
const readFor = new WeakMap<RecallRequest['query'], Set<number>>()

function statementsIn({ transcript, query }: RecallRequest, index: number): readonly Statement[] {
  const read = findOrAdd(readFor, query, () => new Set())
  if (!read.has(index) && read.size >= MAX_READ.ofRequest) return []
  read.add(index)
  return statementsOf(transcript, index)
}

const statementsOf = perMessage((transcript, index): readonly Statement[] => {
  const said = saidIn(transcript, index)
  return said.includes(CODE_FENCE) ? [] : readStatements(said, languageAt(transcript, index))
})

function readStatements(said: string, prior: Language | undefined): Statement[] {
  return passagesOf(analyzeText(said, prior).sentences).map((sentences): Statement => {
    const clauses = sentences.flatMap((sentence) => sentence.clauses)
    const text = said.slice(sentences[0]!.start, sentences.at(-1)!.end)
    return {
      text,
      terms: [...new Set(contentTerms(text))],
      isChange: holdsCue(sentences, CHANGES),
      isDenial: holdsCue(sentences, DENIALS),
      isQuestion: clauses.some(({ flags }) => flags.question),
      values: clauses.flatMap(({ values }) => values),
    }
  })
}
