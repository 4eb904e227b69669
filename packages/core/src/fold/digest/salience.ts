import type { CueId } from '../../lexicon/cue-ids.ts'
import { anyOf, phrasesOf } from '../../lexicon/gathered.ts'
import type { Language } from '../../lexicon/languages.ts'
import { wordsOf } from '../../lexicon/word-borders.ts'
import { analyzeText, holdsCue } from '../../text/analysis.ts'
import { wordSignsOf } from './word-signs.ts'

/** Cues of statements that later turns depend on without naming them. */
const BINDING: readonly CueId[] = [
  'instruction',
  'ban',
  'lasting',
  'order',
  'form',
  'personal',
  'limit',
  'release',
  'binding',
  'decision',
  'commitment',
  'correction',
  'retraction',
  'revocation',
]
const BINDING_VALUE = 0.4

/** Additional value of a user's text that binds later answers: "never", "we agreed on", "rather than". */
export function protection(text: string, prior?: Language): number {
  return holdsCue(analyzeText(text, prior).sentences, BINDING) ? BINDING_VALUE : 0
}

const FIGURE = /\p{Nd}[\p{Nd}.,:/-]*/gu

/**
 * The logarithm of the likelihood that a later answer needs this text, from its form and from words of the lexicon.
 * Figures, times, names and statements about oneself raise it. Bare questions and exclamations lower it. Names need a
 * script with capitals; the other signs need none.
 */
export function salienceOf(text: string): number {
  let score = 0
  const figures = text.match(FIGURE)
  if (figures) score += 0.5 + 0.13 * Math.min(3, figures.length)
  const { isOfOneself, namesTime } = wordSignsOf(text)
  if (isOfOneself) score += 0.7
  if (namesTime) score += 0.8
  const names = text.match(/(?<=[\p{Ll},;:]\s)\p{Lu}[\p{Ll}\p{Lu}]+/gu)
  score += 0.4 * Math.min(3, names?.length ?? 0)
  const shouts = text.match(/[!！]/g)
  score -= 0.2 * Math.min(3, shouts?.length ?? 0)
  if (isBareQuestion(text)) score -= 1.2
  return score
}

const ASKING_END = new RegExp(`[?？؟՞]\\s*$|(?:${anyOf(phrasesOf(({ askingEnds }) => askingEnds))})[。.]?\\s*$`, 'u')
/** The end of a sentence that another one follows. */
const INNER_END = /[.!]\s|[。！]./u

/** A clause of at least this number of words before a comma is a statement ("she cannot eat nuts, so which cake?"). */
const CLAUSE_WORDS = 4
const COMMA = /[,，、،]/u

/** True for a short question without a statement before it. */
function isBareQuestion(text: string): boolean {
  if (text.length >= 160 || !ASKING_END.test(text) || INNER_END.test(text)) return false
  return wordsOf(text.split(COMMA, 1)[0]!).length < CLAUSE_WORDS || !COMMA.test(text)
}
