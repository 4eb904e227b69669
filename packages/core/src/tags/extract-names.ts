import { wordsIn } from '../lexicon/gathered.ts'
import { type Lexicon, noteCase, writesNounsLarge } from './lexicon.ts'
import type { LineWord } from './lines.ts'
import type { TagSheet } from './sheet.ts'

/** Small words that stand inside names of several words. */
const LINKS = wordsIn(({ links, coordinators }) => links.filter((word) => !coordinators.includes(word)))
const MOST_WORDS = 4
/** A line with more capitals than this is a heading, or shouts. */
const HEADING_SHARE = 0.6

/** Whether a word names somebody or something as far as its case tells. */
type IsName = (word: LineWord, at: number) => boolean

/** Names in one line: words with a capital inside a sentence; at its start only where the session knows them as names. */
export function extractNames(sheet: TagSheet, line: readonly LineWord[], lexicon: Lexicon): void {
  learn(line, lexicon)
  const isName = nameTest(line, lexicon)
  for (let at = 0; at < line.length; at++) {
    if (!isName(line[at]!, at)) continue
    const end = endOfName(line, at, isName)
    const from = line[at]!.start
    const to = line[end]!.end
    const text = sheet.text.slice(from, to).replace(/['’]s?$/, '')
    // Where nouns are large, one of them alone is a word; two side by side are a name more often than not.
    if (end > at || !writesNounsLarge(lexicon)) sheet.put({ kind: 'name', text, start: from, end: from + text.length })
    at = end
  }
}

function learn(line: readonly LineWord[], lexicon: Lexicon): void {
  for (const word of line) {
    if (!word.isCapital && word.lower !== word.lower.toUpperCase()) noteCase(lexicon, word.id, false)
    if (word.isFirst) continue
    lexicon.inside++
    if (word.isCapital && !word.isStop) lexicon.insideCapitals++
  }
  if (isHeading(line)) return
  for (const word of line) {
    if (word.isCapital && !word.isFirst && !word.isStop && word.isFree) noteCase(lexicon, nameId(word), true)
  }
}

function nameTest(line: readonly LineWord[], lexicon: Lexicon): IsName {
  const isHead = isHeading(line)
  return (word, at) => {
    if (!word.isCapital || word.isStop || !word.isFree || word.text.length < 2) return false
    if (!word.isFirst && !isHead) return true
    if (lexicon.capitals.has(nameId(word)) && !lexicon.smalls.has(word.id)) return true
    // "Ana Lopez called": the first word belongs to the name behind it, unless it is a common word.
    const next = line[at + 1]
    return (
      !isHead &&
      next !== undefined &&
      next.isAdjacent &&
      next.isCapital &&
      !next.isStop &&
      !next.isFirst &&
      next.isFree &&
      !lexicon.smalls.has(word.id) &&
      !COMMON_STARTS.has(word.lower)
    )
  }
}

/** First words of sentences that are no names although they may not have been seen in small letters yet. */
const COMMON_STARTS = wordsIn(({ commonStarts }) => commonStarts)

function nameId(word: LineWord): number {
  return word.id
}

function isHeading(line: readonly LineWord[]): boolean {
  if (line.length < 3) return false
  let capitals = 0
  let small = 0
  for (const word of line) {
    if (word.isCapital) capitals++
    else if (!word.isStop) small++
  }
  return capitals >= 3 && capitals > HEADING_SHARE * (capitals + small) && small < 2
}

function endOfName(line: readonly LineWord[], from: number, isName: IsName): number {
  let end = from
  for (let at = from + 1; at < line.length && at - from < MOST_WORDS; at++) {
    const word = line[at]!
    if (!word.isAdjacent || word.isFirst || line[at - 1]!.text.endsWith('’s') || line[at - 1]!.text.endsWith("'s"))
      break
    if (isName(word, at)) end = at
    else if (!LINKS.has(word.text)) break
  }
  return end
}
