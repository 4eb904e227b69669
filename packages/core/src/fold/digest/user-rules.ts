import type { CueId } from '../../lexicon/cue-ids.ts'
import { analyzeText } from '../../text/analysis.ts'
import { holdsRuleOf } from '../../text/rules.ts'

const BINDING: readonly CueId[] = ['instruction', 'ban', 'lasting', 'form']

/** Whether a sentence binds what comes after it, and is more than a request for the task at hand. */
export function bindsLater(sentence: string): boolean {
  return analyzeText(sentence).sentences.some(({ clauses }) =>
    clauses.some(({ kinds }) => BINDING.some((cue) => kinds.has(cue))),
  )
}

/** Whether a sentence of the user tells the assistant what to do or not to do from then on. */
export function isRule(sentence: string): boolean {
  return holdsRule(sentence)
}

/** The same of any sentence of a text. */
export function holdsRule(text: string): boolean {
  return holdsRuleOf(analyzeText(text))
}
