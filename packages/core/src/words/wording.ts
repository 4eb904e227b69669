import { factsOf, type Rank } from './word-facts.ts'
import { wordsOf } from './words.ts'

/** How often each term stands in the session: messages that hold it, and messages in all. */
export interface Frequencies {
  readonly messages: number
  of(term: number): number
}

/** Signs that are part of what they stand before: currency, paths, tags, arithmetic. */
const BINDING = /^[\p{Sc}%°#@/\\_\-–.:+=<>≤≥≈≠±×→~*&^|]+$/u
/** Signs that make another statement of a figure, with a space before it as well. */
const COMPARING = /(?:[<>=≤≥≈≠±×→]|->|=>) $/
/** Signs that are part of the figure they stand behind. */
const UNIT = /^[%‰°\p{Sc}]/u
const SENTENCE = /[.!?。！？]/
const WHITE_SPACE = /\s/

interface Token {
  readonly text: string
  readonly glued: boolean
  readonly term: number
  readonly rank: Rank
  /** Whether it stands behind a word that says something, as the last word of a compound does: of "silver key", the key. */
  readonly isHead: boolean
}

/**
 * Telegraphic wording: function words and filler go, what carries the meaning stays in its order. `drop` allows a share
 * of the distinct content words to go as well, the most common of the session first.
 */
export function telegraphic(
  text: string,
  drop?: { readonly share: number; readonly frequencies: Frequencies },
): string {
  const tokens = tokensOf(text)
  const dropped = drop && commonTerms(tokens, drop.frequencies, drop.share)
  let out = ''
  let previousKept = false
  for (const token of tokens) {
    const isKept = token.rank === 0 || (token.rank === 1 && !dropped?.has(token.term))
    if (isKept)
      out +=
        (previousKept || token.text === '?') && token.glued
          ? token.text
          : (out ? ' ' : '') + token.text.replace(/^[-.:+=&^|*~\\]+(?=\p{L})/u, '')
    previousKept = isKept
  }
  return out
}

/** The words of `text` with what belongs to them. */
function tokensOf(text: string): Token[] {
  const tokens: Token[] = []
  let at = 0
  let isMidLine = false
  for (const word of wordsOf(text)) {
    const gap = text.slice(at, word.start)
    const { lower, term, startRank, midRank } = factsOf(word.text)
    if (gap === ' ') {
      const isHead = tokens.length > 0 && tokens.at(-1)!.rank < 2
      const rank = keepTurns(tokens, lower) ? 0 : isMidLine ? midRank : startRank
      tokens.push({ text: word.text, glued: false, term, rank, isHead })
      at = word.end
      isMidLine = true
      continue
    }
    if (SENTENCE.test(gap) && /\s/.test(gap)) isMidLine = false
    const isGlued = at > 0 && isBound(gap, text.charAt(at - 1), word.text)
    // A unit that stands alone behind a figure ("12% of") belongs to that figure, not to the word after it.
    const unit = isGlued ? '' : attachUnit(tokens, gap)
    const compared = startsWithDigit(word.text) && COMPARING.test(gap) ? gap.trimEnd() : gap
    const before = isGlued ? gap : lastRun(compared.slice(unit.length))
    const prefix = isGlued || BINDING.test(before) ? before : ''
    const rank = isMidLine ? midRank : startRank
    const isPart = isGlued && gap !== '' && keepWhole(tokens, gap, rank)
    tokens.push({ text: prefix + word.text, glued: isGlued, term, rank: isPart ? 0 : rank, isHead: false })
    at = word.end
    isMidLine = true
  }
  const rest = text.slice(at)
  attachUnit(tokens, rest)
  if (tokens.length && /[?？؟]/.test(rest)) tokens.push({ text: '?', glued: true, term: 0, rank: 0, isHead: false })
  return tokens
}

/** What follows the last white space. An expression that is tried at every place would take quadratic time. */
function lastRun(text: string): string {
  let start = text.length
  while (start > 0 && !WHITE_SPACE.test(text[start - 1]!)) start--
  return text.slice(start)
}

/**
 * Whether a word that `sign` binds to the last of `tokens` may not be dropped, and then neither may that one: with a part
 * of it gone, `left_on`, `access.log` or `state-of-the-art` is the name of something else.
 */
function keepWhole(tokens: Token[], sign: string, rank: Rank): boolean {
  const isName = rank < 2 || tokens.at(-1)!.rank < 2 || sign.includes('_')
  if (isName) keepLast(tokens, 1)
  return isName
}

/**
 * Function words that turn the figure, or the word, that they stand beside into another: "every other day", "up to 10",
 * "by 10", "3 of 8", "a to f", "3 may". Says whether `word` has to stay; what it has stay of `tokens` is marked there.
 */
function keepTurns(tokens: Token[], word: string): boolean {
  const last = tokens.at(-1)
  const isFigure = startsWithDigit(word)
  // Most words are none of these, and texts are long.
  if (last === undefined || (!isFigure && word.length > 1 && word !== 'other' && word !== 'may')) return false
  if (word === 'may') return ENDS_IN_DIGIT.test(last.text)
  const turn = last.text.toLowerCase()
  const before = tokens.at(-2)?.text ?? ''
  if (word === 'other' ? turn === 'every' : isFigure && isTurning(turn, before)) keepLast(tokens, 1)
  else if (turn === 'to' && ONE_LETTER.test(word) && ONE_LETTER.test(before)) keepLast(tokens, 2)
  else return isFigure
  return true
}

function startsWithDigit(word: string): boolean {
  const code = word.charCodeAt(0)
  return code >= 0x30 && code <= 0x39
}

/** Whether `word` makes something else of the figure behind it. */
function isTurning(word: string, before: string): boolean {
  return word === 'to' || word === 'by' || word === 'may' || (word === 'of' && ENDS_IN_DIGIT.test(before))
}

const ENDS_IN_DIGIT = /\p{N}$/u
const ONE_LETTER = /^\p{L}$/u

/** Has the last `count` tokens stay whatever else is dropped. */
function keepLast(tokens: Token[], count: number): void {
  for (let i = tokens.length - count; i < tokens.length; i++) {
    if (tokens[i]!.rank !== 0) tokens[i] = { ...tokens[i]!, rank: 0 }
  }
}

/** Whether two words are one: nothing between them (scripts without spaces), binding signs, or the comma of a figure. */
function isBound(gap: string, previous: string, word: string): boolean {
  return gap === '' || BINDING.test(gap) || (gap === ',' && /\d/.test(previous) && /^\d/.test(word))
}

function attachUnit(tokens: Token[], gap: string): string {
  const last = tokens.at(-1)
  const unit = UNIT.exec(gap)?.[0] ?? ''
  if (last && unit && /\p{N}$/u.test(last.text)) tokens[tokens.length - 1] = { ...last, text: last.text + unit }
  return unit
}

/** A term held by more messages than this says something still: information above 2.5 nats is never dropped. */
const MOST_DROPPABLE_INFORMATION = 2.5

function commonTerms(tokens: readonly Token[], frequencies: Frequencies, dropShare: number): Set<number> {
  const content = new Map<number, number>()
  for (const { rank, term, isHead } of tokens) {
    if (rank === 2 || (content.has(term) && !isHead)) continue
    // A compound without its last word is something else.
    content.set(term, rank === 1 && !isHead ? information(term, frequencies) : Number.POSITIVE_INFINITY)
  }
  const room = Math.floor(content.size * dropShare)
  const common = [...content].filter(([, value]) => value <= MOST_DROPPABLE_INFORMATION)
  common.sort((a, b) => a[1] - b[1] || a[0] - b[0])
  return new Set(common.slice(0, room).map(([term]) => term))
}

/** Information of a term in nats: ln(1 + messages / messages that hold it). */
export function information(term: number, frequencies: Frequencies): number {
  return Math.log(1 + frequencies.messages / Math.max(1, frequencies.of(term)))
}
