import { CUE, correctionCues, openingCues, UNSPACED_CORRECTION } from './correction-cues.ts'
import { type Claim, replacements } from './correction-match.ts'
import { readSlots } from './correction-values.ts'
import { cueWords, findCues } from './cue-trie.ts'
import { extractTags } from './extract-tags.ts'
import { createLexicon, type Lexicon } from './lexicon.ts'
import type { TagKind } from './tag.ts'

/** A value that was said and later replaced. Texts are the canonical ones of tags. */
export interface Correction {
  readonly turn: number
  readonly correctedTurn: number
  readonly kind: TagKind
  readonly oldText: string
  readonly newText: string
  /** Numbers of the two sentences, as `observe` counts them from 0. */
  readonly sentence: number
  readonly correctedSentence: number
}

/** The values said so far, newest last, as far as they can still be corrected. */
export interface Corrections {
  readonly lexicon: Lexicon
  claims: Claim[]
  sentences: number
}

export interface Said {
  readonly turn: number
  readonly role: string
  readonly sentences: readonly string[]
}

/** Sentences with values that are remembered: what is further back is hardly ever corrected in passing. */
const MOST_CLAIMS = 240
/** Sentences longer than this are data. */
const LONGEST_SENTENCE = 400
/** Messages of more sentences are documents. */
const MOST_SENTENCES = 30
/** Words at the start of a sentence in which "no" and "sorry" take something back. */
const OPENING_WORDS = 3

export function createCorrections(): Corrections {
  return { lexicon: createLexicon(), claims: [], sentences: 0 }
}

/** Takes in a message and returns what it corrects. Each sentence is compared with a bounded number of earlier ones. */
export function observe(state: Corrections, { turn, role, sentences }: Said): Correction[] {
  // A document states values, but neither corrects nor is it corrected in passing.
  if (sentences.length > MOST_SENTENCES) return []
  const found: Correction[] = []
  for (const written of sentences) {
    const at = state.sentences++
    if (written.length > LONGEST_SENTENCE) continue
    const text = NOTED.test(written) ? written : written.replace(LABEL, '')
    const reading = readSlots(text, extractTags(text, state.lexicon))
    if (!reading.values.length) continue
    const claim: Claim = { ...reading, turn, role, sentence: at, superseded: new Set() }
    const cues = cuesOf(text)
    if (isOpen(text, cues)) continue
    for (const { earlier, old, fresh } of replacements(state.claims, claim, { text, cues })) {
      earlier.superseded.add(old)
      const { turn: correctedTurn, sentence: correctedSentence } = earlier
      const { kind, text: newText } = fresh
      found.push({ turn, correctedTurn, kind, oldText: old.text, newText, sentence: at, correctedSentence })
    }
    state.claims.push(claim)
  }
  if (state.claims.length > MOST_CLAIMS) state.claims = state.claims.slice(-MOST_CLAIMS)
  return found
}

/** When and by whom something was said, where a transcript writes it before the sentence. */
const LABEL = /^(?:\[[^\]]{1,60}\] *)?(?:\p{Lu}[\p{L}'’-]{0,30}(?: \p{Lu}[\p{L}'’-]{0,30})?: +)?/u
const NOTED = /^(?:Correction|Update|Edit|Korrektur|Corrección|Correzione|Correção|Correctie|Rectification|Erratum): /

function cuesOf(text: string): number {
  const words = cueWords(text)
  let bits = findCues(correctionCues, words) | findCues(openingCues, words.slice(0, OPENING_WORDS))
  if (/[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/.test(text)) {
    for (const [pattern, bit] of UNSPACED_CORRECTION) if (pattern.test(text)) bits |= bit
  }
  return bits
}

/** A question or a condition replaces nothing; a request in the form of a question does. */
function isOpen(text: string, cues: number): boolean {
  const isRequest = cues & CUE.strong && /^(?:\W*\w+,? ){0,2}(?:can|could|would|will) (?:you|we)\b/i.test(text)
  if (/[?？؟][\s"')]*$/.test(text)) return !isRequest
  return (cues & CUE.open) !== 0 && !(cues & CUE.strong)
}
