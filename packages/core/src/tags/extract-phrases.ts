import { wordsIn } from '../lexicon/gathered.ts'
import { isNegation } from '../words/stop-words.ts'
import { stemOf } from '../words/words.ts'
import { isFunctionWord, type Lexicon, notePair, noteWord, pairId } from './lexicon.ts'
import type { LineWord } from './lines.ts'
import type { TagSheet } from './sheet.ts'

/** Words behind which a noun phrase starts. */
const OPENERS = wordsIn(({ phraseOpeners }) => phraseOpeners)
/** Nouns and adjectives that end like adverbs. */
const NOT_ADVERBS = wordsIn(({ notAdverbs }) => notAdverbs)
/** Longest run of content words that is one phrase between two function words. */
const LONGEST = 3

/**
 * Noun phrases in one line: two or three content words between an English article, possessive or preposition and the next
 * function word; and, in every language, two or three neighbours that stood side by side in this session before.
 */
export function extractPhrases(sheet: TagSheet, line: readonly LineWord[], lexicon: Lexicon): void {
  const content = line.map((word) => isContent(word, lexicon))
  let at = 0
  while (at < line.length) {
    let end = at + 1
    if (content[at]) {
      while (end < line.length && content[end] && line[end]!.isAdjacent) end++
      if (end - at > 1) {
        const before = line[at]!.isAdjacent ? line[at - 1] : undefined
        takeRun(sheet, line.slice(at, end), { before, lexicon })
      }
    }
    at = end
  }
  learn(line, content, lexicon)
}

function isContent(word: LineWord, lexicon: Lexicon): boolean {
  return (
    word.isFree &&
    !word.isStop &&
    word.lower.length > 1 &&
    word.lower.charCodeAt(0) > 57 &&
    !OPENERS.has(word.lower) &&
    !isNegation(word.lower) &&
    !isFunctionWord(lexicon, word.id)
  )
}

interface RunPlace {
  /** The word that stands directly before the run. */
  readonly before: LineWord | undefined
  readonly lexicon: Lexicon
}

function takeRun(sheet: TagSheet, run: readonly LineWord[], { before, lexicon }: RunPlace): void {
  if (before && OPENERS.has(before.lower)) {
    const isVerbLast = /(?:[^e]ed|ing)$/.test(run.at(-1)!.lower)
    const nouns = isVerbLast ? run.slice(0, -1) : run
    if (nouns.length > 1 && nouns.length <= LONGEST && !nouns.some(isAdverb)) {
      put(sheet, nouns)
      return
    }
  }
  for (let at = 0; at + 1 < run.length; at++) {
    if (!isKnown(lexicon, run[at]!, run[at + 1]!)) continue
    const isLong = at + 2 < run.length && isKnown(lexicon, run[at + 1]!, run[at + 2]!)
    const length = isLong ? LONGEST : 2
    put(sheet, run.slice(at, at + length))
    at += length - 1
  }
}

function isAdverb({ lower }: LineWord): boolean {
  return lower.endsWith('ly') && !NOT_ADVERBS.has(lower)
}

function isKnown(lexicon: Lexicon, left: LineWord, right: LineWord): boolean {
  return lexicon.pairs.has(pairId(left.id, right.id))
}

function put(sheet: TagSheet, words: readonly LineWord[]): void {
  const text = words.map((word) => stemOf(word.text)).join(' ')
  const word = words.map(({ lower }) => lower).join(' ')
  sheet.put({ kind: 'phrase', text, word, start: words[0]!.start, end: words.at(-1)!.end })
}

function learn(line: readonly LineWord[], content: readonly boolean[], lexicon: Lexicon): void {
  for (let at = 0; at < line.length; at++) {
    noteWord(lexicon, line[at]!.id)
    if (content[at] && content[at + 1] && line[at + 1]!.isAdjacent)
      notePair(lexicon, pairId(line[at]!.id, line[at + 1]!.id))
  }
}
