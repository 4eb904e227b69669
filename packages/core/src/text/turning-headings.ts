import type { CueId } from '../lexicon/cue-ids.ts'
import type { Language } from '../lexicon/languages.ts'
import { findOrAdd } from '../maps.ts'
import { analyzeText, holdsCue } from './analysis.ts'
import { fragmentsOf } from './fragments.ts'
import { headingsIn } from './headings.ts'

/** Limit of the algorithm, in UTF-16 units: a longer text is data. */
const MAX_TEXT = 32 * 1024
/** Cues of a heading that changes the meaning of its items: "What not to use", "Myths", "If it goes badly". */
const TURNING: readonly CueId[] = [
  'negation',
  'negationMorpheme',
  'exception',
  'hearsay',
  'report',
  'attribution',
  'refusal',
  'ban',
  'condition',
  'rejected',
]

/**
 * The fragments of a text below a heading that changes their meaning, with that heading. Other headings only name the
 * subject. Linear.
 */
export function turningHeadingsOf(text: string, language: Language | undefined): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  if (text.length > MAX_TEXT || !text.includes('\n')) return found
  const isTurning = new Map<string, boolean>()
  const fragments = fragmentsOf(text, language)
  const headings = headingsIn(text, fragments)
  const turns = (heading: string): boolean =>
    findOrAdd(isTurning, heading, () => holdsCue(analyzeText(heading, language).sentences, TURNING))
  for (const fragment of fragments) {
    const heading = headings.get(fragment)?.text
    // Of equal fragments, a digest keeps the last one.
    if (heading !== undefined && turns(heading)) found.set(fragment.text, heading)
    else found.delete(fragment.text)
  }
  return found
}
