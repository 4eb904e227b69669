import type { CueId } from '../lexicon/cue-ids.ts'
import type { Language } from '../lexicon/languages.ts'
import { analyzeText, type Sentence } from './analysis.ts'
import { wordingOf } from './wording.ts'

/**
 * A text in telegraphic wording: every clause without the droppable words of its language and without fillers, the rest
 * as it was written. Line breaks and borders of sentences stay.
 */
export function telegraphic(text: string, prior?: Language): string {
  const { sentences } = analyzeText(text, prior)
  let out = ''
  let at = 0
  for (const sentence of sentences) {
    const worded = wordedSentence(text, sentence)
    if (!worded) continue
    const gap = text.slice(at, sentence.start)
    out += (out ? separatorOf(gap) : '') + worded
    at = sentence.end
  }
  return out
}

const WORD_FOR_WORD: readonly CueId[] = ['binding', 'personal', 'limit']

/** One sentence in telegraphic wording. */
export function wordedSentence(text: string, { clauses }: Sentence): string {
  // Statements that bind later turns stay word for word, since every small word of a rule may matter.
  if (clauses.some(({ flags, kinds }) => flags.instruction || WORD_FOR_WORD.some((cue) => kinds.has(cue)))) {
    return text.slice(clauses[0]!.start, clauses.at(-1)!.end)
  }
  return clauses
    .map((clause) => wordingOf(text, clause))
    .filter(Boolean)
    .join(' ')
}

function separatorOf(gap: string): string {
  return gap.includes('\n') ? '\n' : ' '
}
