import type { CueId } from '../lexicon/cue-ids.ts'
import type { Language } from '../lexicon/languages.ts'
import { analyzeText, type Sentence } from './analysis.ts'
import { wordingOf } from './wording.ts'

/**
 * A text in telegraphic wording: clauses without the droppable words of their language and without fillers, and the rest
 * unchanged. Line breaks and borders of sentences stay.
 */
export function telegraphic(text: string, prior?: Language): string {
  const { sentences } = analyzeText(text, prior)
  let out = ''
  let at = 0
  for (const sentence of sentences) {
    const worded = wordedSentence(text, sentence)
    if (!worded) continue
    const gap = text.slice(at, sentence.start)
    if (out) out += gap.includes('\n') ? '\n' : ' '
    out += worded
    at = sentence.end
  }
  return out
}

const WORD_FOR_WORD: readonly CueId[] = [
  'binding',
  'personal',
  'limit',
  'correction',
  'retraction',
  'replacement',
  'revocation',
]

/** One sentence in telegraphic wording. */
export function wordedSentence(text: string, { clauses }: Sentence): string {
  // Statements that bind later turns or change earlier ones stay word for word: each of their small words may matter.
  if (clauses.some(({ flags, kinds }) => flags.instruction || WORD_FOR_WORD.some((cue) => kinds.has(cue)))) {
    return text.slice(clauses[0]!.start, clauses.at(-1)!.end)
  }
  return clauses
    .map((clause) => wordingOf(text, clause))
    .filter(Boolean)
    .join(' ')
}
