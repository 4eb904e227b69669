import type { Language } from '../../lexicon/languages.ts'
import { wordTables } from '../../lexicon/per-language.ts'
import { analyzeText } from '../../text/analysis.ts'
import { isWithin } from '../../text/spans.ts'
import { languageAt } from '../language-at.ts'
import type { Source } from '../source.ts'
import type { Candidate } from './candidates.ts'
import { byPlace } from './choose.ts'
import type { Choice } from './with-changes.ts'

/**
 * Adds short sentences of the user beyond the budget that the next sentence, which is chosen, points to: "I put it back there".
 * Without them it would be read as pointing to an earlier sentence.
 */
export function withOwedAntecedents(
  { transcript, policy }: Source,
  { offered, chosen }: Pick<Choice, 'offered' | 'chosen'>,
): readonly Candidate[] {
  const { owedAntecedentTokens } = policy.digest
  const taken = new Set(chosen)
  const owed: Candidate[] = []
  // From the last sentence to the first: an added sentence may point to the one before it.
  for (let at = offered.length - 1; at > 0; at--) {
    const [before, here] = [offered[at - 1]!, offered[at]!]
    if (!taken.has(here) || taken.has(before) || before.tokens > owedAntecedentTokens) continue
    if (!follows(before, here) || !pointsBack(here.text, languageAt(transcript, here.message))) continue
    taken.add(before)
    owed.push(before)
  }
  return owed.length ? [...chosen, ...owed].sort(byPlace) : chosen
}

function follows(before: Candidate, here: Candidate): boolean {
  const isSaid = here.isUser && here.speaker === before.speaker && !here.isBlock && !before.isBlock
  return isSaid && here.message === before.message && here.order === before.order + 1
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
