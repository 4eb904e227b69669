import type { CueId } from '../../lexicon/cue-ids.ts'
import type { Language } from '../../lexicon/languages.ts'
import { analyzeText, holdsCue } from '../../text/analysis.ts'
import { fragmentsOf } from '../../text/fragments.ts'
import { type Frequencies, information } from '../../words/information.ts'
import { contentTerms } from '../../words/terms.ts'

/** Boilerplate: every term occurs in at least 3 messages and in at least 1 of 9. */
const MAX_INFORMATION = Math.log(1 + 9)
const LEAST_MESSAGES = 3
/** A sentence with fewer terms is kept: it saves little, and may be the whole answer. */
const LEAST_TERMS = 2
/** A sentence with one of these cues is kept: "The pump is not running" has the terms of "The pump is running". */
const DECIDING: readonly CueId[] = ['negation', 'exception', 'ban', 'correction', 'retraction', 'revocation']
/** The end of a sentence that introduces the next one, and often limits it: "If the pump fails:". */
const INTRODUCING = /[:：][*_]*$/u

/** True if a sentence consists of boilerplate, such as "Let me know if there is anything else you need." */
function isBoilerplate(sentence: string, frequencies: Frequencies): boolean {
  const terms = contentTerms(sentence)
  return (
    terms.length >= LEAST_TERMS &&
    !INTRODUCING.test(sentence) &&
    terms.every(
      (term) => frequencies.of(term) >= LEAST_MESSAGES && information(term, frequencies) <= MAX_INFORMATION,
    ) &&
    !holdsCue(analyzeText(sentence).sentences, DECIDING)
  )
}

/**
 * Returns the text without its boilerplate sentences, each of the others on its own line. Unchanged if there are no others, or no
 * boilerplate.
 */
export function withoutBoilerplate(text: string, frequencies: Frequencies, language: Language | undefined): string {
  const sentences = fragmentsOf(text, language)
  const rest = sentences.filter((sentence) => !isBoilerplate(sentence.text, frequencies))
  if (rest.length === 0 || rest.length === sentences.length) return text
  return rest.map((sentence) => sentence.text).join('\n')
}
