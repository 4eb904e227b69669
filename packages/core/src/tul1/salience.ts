import type { CueId } from '../lexicon/cue-ids.ts'
import { wordTables } from '../lexicon/per-language.ts'
import type { TagKind } from '../tags/tag.ts'
import { analyzeText, type Clause, type Sentence } from '../text/analysis.ts'
import { FAILURE } from './passage-kind.ts'

/**
 * The salience of a sentence: the logarithm of the likelihood that a later answer needs it. Figures with units, identifiers,
 * names, decisions, promises, limits, errors and negations raise it. Small talk and bare questions lower it. `sentence`: the
 * analysis of the text, if it is known.
 */
export function salienceOf(text: string, kind: 'said' | 'quoted', sentence?: Sentence): number {
  const clauses = sentence?.clauses ?? analyzeText(text).sentences.flatMap((each) => each.clauses)
  const read = text.length > READ ? text.slice(0, READ) : text
  const kinds = new Set<CueId>()
  const values = new Set<TagKind>()
  for (const clause of clauses) {
    for (const cue of clause.kinds) kinds.add(cue)
    for (const value of clause.values) values.add(value.kind)
  }
  let salience = salienceOfForm(read)
  if (!HAS_FIGURE_WITH_UNIT.test(read) && MEASURES.some((measure) => values.has(measure))) salience += MEASURED
  if (kinds.has('error')) salience += 0.6
  const names = read.match(NAME)
  salience += 0.4 * Math.min(3, names?.length ?? 0)
  if (values.has('date')) salience += 0.8
  if (clauses.some(speaksOfSelf)) salience += 0.7
  if (DECIDING.some((cue) => kinds.has(cue))) salience += 0.5
  if (LIMITING.some((cue) => kinds.has(cue))) salience += 0.4
  if (kinds.has('negation') || kinds.has('negationMorpheme')) salience += 0.2
  if (read.length < 160 && clauses.at(-1)?.flags.question) salience -= 1.2
  const shouts = read.match(/[!！]/g)
  return salience - 0.2 * Math.min(3, shouts?.length ?? 0) - (kind === 'quoted' ? 0.3 : 0)
}

/** The salience of a line of machine output. */
export function salienceOfLine(text: string): number {
  const read = text.length > READ ? text.slice(0, READ) : text
  return salienceOfForm(read) + (FAILURE.test(read) ? 0.6 : 0) - 0.2
}

/** The salience of figures and identifiers, which have the same form in every language. */
function salienceOfForm(read: string): number {
  let salience = 0
  if (/\p{N}/u.test(read)) salience += HAS_FIGURE_WITH_UNIT.test(read) ? FIGURE + MEASURED : FIGURE
  if (IDENTIFIER.test(read)) salience += 0.5
  return salience
}

/** Characters that are read: the start of a sentence shows its subject. */
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

function speaksOfSelf({ words, language }: Clause): boolean {
  const { ownWords } = wordTables(language)
  return words.some(({ form }) => ownWords.has(form.key))
}
