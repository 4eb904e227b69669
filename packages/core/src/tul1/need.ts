import type { CueId } from '../lexicon/cue-ids.ts'
import { foldedSet, perLanguage } from '../lexicon/per-language.ts'
import type { TagKind } from '../tags/tag.ts'
import { analyzeText, type Clause, type Sentence } from '../text/analysis.ts'
import { FAILURE } from './passage-kind.ts'

/**
 * How likely a later answer needs a sentence, from what it commits to: figures with their units, identifiers, names,
 * decisions, promises, limits, errors and negations raise it; small talk and bare questions lower it. A logarithm:
 * the choice multiplies by its exponential. `sentence` is the analysis of the text, where it is known.
 */
export function needOf(text: string, kind: 'said' | 'quoted', sentence?: Sentence): number {
  const clauses = sentence?.clauses ?? analyzeText(text).sentences.flatMap((each) => each.clauses)
  const read = text.length > READ ? text.slice(0, READ) : text
  const kinds = new Set<CueId>()
  const values = new Set<TagKind>()
  for (const clause of clauses) {
    for (const cue of clause.kinds) kinds.add(cue)
    for (const value of clause.values) values.add(value.kind)
  }
  let need = needOfForm(read)
  if (!HAS_FIGURE_WITH_UNIT.test(read) && MEASURES.some((measure) => values.has(measure))) need += MEASURED
  if (kinds.has('error')) need += 0.6
  const names = read.match(NAME)
  need += 0.4 * Math.min(3, names?.length ?? 0)
  if (values.has('date')) need += 0.8
  if (clauses.some(speaksOfSelf)) need += 0.7
  if (DECIDING.some((cue) => kinds.has(cue))) need += 0.5
  if (LIMITING.some((cue) => kinds.has(cue))) need += 0.4
  if (kinds.has('negation') || kinds.has('negationMorpheme')) need += 0.2
  if (read.length < 160 && clauses.at(-1)?.flags.question) need -= 1.2
  const shouts = read.match(/[!！]/g)
  return need - 0.2 * Math.min(3, shouts?.length ?? 0) - (kind === 'quoted' ? 0.3 : 0)
}

/** The same of a line that a machine wrote. */
export function needOfLine(text: string): number {
  const read = text.length > READ ? text.slice(0, READ) : text
  return needOfForm(read) + (FAILURE.test(read) ? 0.6 : 0) - 0.2
}

/** What figures and identifiers look like, in any language. */
function needOfForm(read: string): number {
  let need = 0
  if (/\p{N}/u.test(read)) need += HAS_FIGURE_WITH_UNIT.test(read) ? FIGURE + MEASURED : FIGURE
  if (IDENTIFIER.test(read)) need += 0.5
  return need
}

/** A sentence shows by its first part what it is about. */
const READ = 1_200
const FIGURE = 0.5
const MEASURED = 0.3
const MEASURES: readonly TagKind[] = ['quantity', 'money', 'percent', 'time']
const DECIDING: readonly CueId[] = ['decision', 'commitment', 'replacement']
const LIMITING: readonly CueId[] = ['binding', 'instruction', 'exception']
const HAS_FIGURE_WITH_UNIT =
  /[\p{Sc}#]\s?\p{N}|\p{N}\s?(?:%|‰|°|[kKMGT]i?B\b|[mMcCkKµnμ]?[msgWVAlLΩ]\b|k?Hz\b|ms\b|px\b|am\b|pm\b|[\p{Sc}])|\p{N}[.:/-]\p{N}/u
const IDENTIFIER =
  /\w[_/@#]\w|\p{Ll}\p{Lu}\p{Ll}|\b\p{Lu}{2,}[\p{Lu}\d-]*\b|`[^`]+`|\w-*\.(?:[a-z]{2,4})\b|\b(?=\w*\d)(?=\w*[a-zA-Z])\w{4,}\b/u
const NAME = /(?<=[\p{Ll}\p{N},;:]\s)\p{Lu}[\p{Ll}\p{Lu}]+/gu

const ownWordsOf = perLanguage(({ ownWords }) => foldedSet(ownWords))

function speaksOfSelf({ words, language }: Clause): boolean {
  const own = ownWordsOf(language)
  return words.some(({ form }) => own.has(form.key))
}
