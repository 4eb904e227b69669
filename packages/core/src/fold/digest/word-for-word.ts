import type { CueId } from '../../lexicon/cue-ids.ts'
import { analyzeText } from '../../text/analysis.ts'
import { bindsLater } from './user-rules.ts'

/** Something that is meant letter for letter: a word to be said, the line an answer is to end with. */
const QUOTED =
  /"[^"\n]{1,80}"|“[^”\n]{1,80}”|„[^“”\n]{1,80}[“”]|«[^»\n]{1,80}»|「[^」\n]{1,80}」|『[^』\n]{1,80}』|`[^`\n]{1,80}`|(?<![\p{L}\p{N}])'[^'\n]{1,80}'(?![\p{L}\p{N}])/u
/** Names of output formats, which bind the answer without a cue of an instruction. */
const LAYOUT: CueId = 'layout'

/**
 * Whether every word and sign of a sentence of the user matters: instructions that hold from then on, strings in quotation
 * marks, and forms of answers.
 */
export function isWordForWord(sentence: string): boolean {
  return QUOTED.test(sentence) || bindsLater(sentence) || namesLayout(sentence)
}

function namesLayout(sentence: string): boolean {
  return analyzeText(sentence).sentences.some(({ clauses }) => clauses.some(({ kinds }) => kinds.has(LAYOUT)))
}
