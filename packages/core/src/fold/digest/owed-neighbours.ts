import type { CueId } from '../../lexicon/cue-ids.ts'
import type { Language } from '../../lexicon/languages.ts'
import { wordTables } from '../../lexicon/per-language.ts'
import { analyzeText, holdsCue } from '../../text/analysis.ts'
import { isWithin } from '../../text/spans.ts'
import { statementIn } from '../known-texts.ts'
import { languageAt } from '../language-at.ts'
import type { Source } from '../source.ts'
import type { Candidate } from './candidates.ts'
import { byPlace } from './choose.ts'
import { negatedFigures } from './negated-figures.ts'
import type { Choice } from './with-changes.ts'

const CORRECTION: readonly CueId[] = ['correction', 'retraction']
/** Cues of a sentence that takes back what it points to: "That is what people say, and it is wrong." */
const REJECTION: readonly CueId[] = ['negation', 'negationMorpheme', 'rejected']

/**
 * Adds, beyond the budget, short sentences of the user next to a chosen one of the same message, which alone would be
 * read wrongly:
 * - the sentence before, if the chosen one points back ("I put it back there") or rejects a figure: "Not 12.5";
 * - the sentence after, if it may take the chosen one back: "He says he is ill. Nobody said so.";
 * - the sentence after a chosen correction: "Actually, no. Use the other name."
 *
 * Of the assistant, only a sentence is added that points to the chosen one before it and rejects it.
 */
export function withOwedNeighbours(
  { transcript, policy }: Source,
  { offered, chosen }: Pick<Choice, 'offered' | 'chosen'>,
): readonly Candidate[] {
  const { before: mostBefore, after: mostAfter } = policy.digest.owedNeighbourTokens
  const taken = new Set(chosen)
  const adjacent = offered.slice(1).flatMap((after, place) => {
    const before = offered[place]!
    return follows(before, after) ? [{ before, after, language: languageAt(transcript, after.message) }] : []
  })
  const pairs = adjacent.filter(({ after }) => after.isUser)
  // Backward: an added sentence may point to the one before it.
  for (const { before, after, language } of pairs.toReversed()) {
    if (!taken.has(after) || taken.has(before) || before.tokens > mostBefore) continue
    if (pointsBack(after.text, language) || negatedFigures(after.text, language).length) taken.add(before)
  }
  for (const { before, after, language } of pairs) {
    if (!taken.has(before) || taken.has(after) || after.tokens > mostAfter) continue
    if (statementIn(transcript, after.text, language).isChange || holds(before.text, language, CORRECTION))
      taken.add(after)
  }
  for (const { before, after, language } of adjacent) {
    if (after.isUser || !taken.has(before) || taken.has(after) || after.tokens > mostBefore) continue
    if (pointsBack(after.text, language) && holds(after.text, language, REJECTION)) taken.add(after)
  }
  return taken.size > chosen.length ? [...taken].sort(byPlace) : chosen
}

function follows(before: Candidate, here: Candidate): boolean {
  const isSaid = here.speaker !== 'tool' && here.speaker === before.speaker && !here.isBlock && !before.isBlock
  return isSaid && here.message === before.message && here.order === before.order + 1
}

function holds(text: string, language: Language | undefined, cues: readonly CueId[]): boolean {
  return holdsCue(analyzeText(text, language).sentences, cues)
}

/** True if the first word of a sentence is a pronoun. An article is one before a verb or a subject: "den hab ich". */
function pointsBack(text: string, language: Language | undefined): boolean {
  const clause = analyzeText(text, language).sentences[0]?.clauses[0]
  const [first, next] = clause?.words ?? []
  if (!clause || !first) return false
  const isFirst = (kind: string): boolean =>
    clause.cues.some(({ cue, start, end }) => cue === kind && isWithin(first, { start, end }))
  const { verbs, subjects } = wordTables(clause.language)
  if (isFirst('definite')) return next !== undefined && (verbs.has(next.form.key) || subjects.has(next.form.key))
  return isFirst('pointing')
}
