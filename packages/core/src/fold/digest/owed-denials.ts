import type { CueId } from '../../lexicon/cue-ids.ts'
import { analyzeText, type Sentence } from '../../text/analysis.ts'
import { languageAt } from '../language-at.ts'
import { isCondensed } from '../pin/pins.ts'
import type { Source } from '../source.ts'
import { perMessage, type Range, saidIn } from '../transcript.ts'
import type { Candidate } from './candidates.ts'
import { byPlace } from './choose.ts'
import type { Choice } from './with-changes.ts'

const DENYING: readonly CueId[] = ['refusal', 'negation']
/** A denial of at most this number of words says nothing but no. */
const BARE_WORDS = 3
/** Limit of the algorithm, in characters of an answer: a first sentence beyond it is no bare denial. */
const MAX_OPENING = 40
const ENDS_SENTENCE = /[.!。！।]/u

/**
 * Adds a bare denial beyond the budget, if the user's question before it is chosen: "Can he have ibuprofen?" "No." Sentences with
 * fewer than three terms are no candidates, and the question alone does not say that the answer was no.
 */
export function withOwedDenials(
  source: Source,
  { offered, chosen }: Pick<Choice, 'offered' | 'chosen'>,
  { from, to }: Range,
): readonly Candidate[] {
  const { transcript, state, count } = source
  const asked = new Set(chosen.filter(({ isUser, message }) => isUser && message >= from).map(({ message }) => message))
  // An answer of nothing but "No." offers no candidate.
  const owed = [...asked].flatMap((question): Candidate[] => {
    const message = question + 1
    if (message >= to || transcript.roleOf(message) !== 'assistant') return []
    if (!isCondensed(transcript, state, message)) return []
    const text = denialAt(transcript, message)
    if (text === undefined || !asks(transcript, question)) return []
    if (chosen.some((candidate) => candidate.message === message && candidate.text.startsWith(text))) return []
    const first = offered.find((candidate) => candidate.message === message)
    return [{ ...PLAIN, message, order: (first?.order ?? 0) - 0.5, text, tokens: count(text) + 1 }]
  })
  return owed.length ? [...chosen, ...owed].sort(byPlace) : chosen
}

const PLAIN = {
  speaker: 'assistant',
  isBlock: false,
  isUser: false,
  isRule: false,
  terms: [],
  weights: [],
  boost: 1,
} as const

/** The first sentence of answer `index`, if it says nothing but no. */
const denialAt = perMessage((transcript, index): string | undefined => {
  const opening = saidIn(transcript, index).slice(0, MAX_OPENING)
  if (!ENDS_SENTENCE.test(opening)) return undefined
  const [first] = analyzeText(opening, languageAt(transcript, index)).sentences
  return first && isBareDenial(first) ? opening.slice(first.start, first.end) : undefined
})

function isBareDenial({ clauses, end }: Sentence): boolean {
  const [clause, other] = clauses
  if (!clause || other || end >= MAX_OPENING || clause.flags.question || clause.words.length > BARE_WORDS) return false
  return DENYING.some((cue) => clause.kinds.has(cue))
}

const asks = perMessage((transcript, index): boolean =>
  analyzeText(saidIn(transcript, index), languageAt(transcript, index)).sentences.some(({ clauses }) =>
    clauses.some(({ flags }) => flags.question),
  ),
)
