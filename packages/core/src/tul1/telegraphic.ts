import { factsOf, type Rank } from '../words/word-facts.ts'
import { wordsOf } from '../words/words.ts'

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
  readonly rank: Rank
}

/** Telegraphic wording: function words and filler go, what carries the meaning stays in its order. */
export function telegraphic(text: string): string {
  let out = ''
  let previousKept = false
  for (const token of tokensOf(text)) {
    const isKept = token.rank < 2
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
    const { lower, startRank, midRank } = factsOf(word.form)
    if (gap === ' ') {
      const rank = keepTurns(tokens, lower) ? 0 : isMidLine ? midRank : startRank
      tokens.push({ text: word.text, glued: false, rank })
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
    tokens.push({ text: prefix + word.text, glued: isGlued, rank: isPart ? 0 : rank })
    at = word.end
    isMidLine = true
  }
  const rest = text.slice(at)
  attachUnit(tokens, rest)
  if (tokens.length && /[?？؟]/.test(rest)) tokens.push({ text: '?', glued: true, rank: 0 })
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
