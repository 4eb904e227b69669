import { addCount, findOrAdd } from '../maps.ts'
import { ownCopy } from '../own-copy.ts'
import { telegraphic } from '../text/telegraphic.ts'
import { onOneLine } from '../words/line-breaks.ts'
import { GAP, roundBrackets } from '../words/own-brackets.ts'
import { type Mark, markText, NAMES_NO_TURN, NAMES_TURN } from './marks/mark.ts'
import type { MessageFacts, SentenceFacts } from './message-facts.ts'
import type { TranscriptMessage } from './transcript-message.ts'

export interface Turn {
  readonly message: TranscriptMessage
  readonly facts: MessageFacts
  readonly chosen: ReadonlySet<number>
  /** Sentences that are quoted unchanged. The others are worded telegraphically. */
  readonly verbatim: ReadonlySet<number>
  readonly marks: ReadonlyMap<number, readonly Mark[]>
}

/** Tokens from which on an omission is shown with its size. A shorter one is an ellipsis, since the mark would cost more. */
const LEAST_ELISION = 40
const LEAST_ELLIPSIS = 12
/** Tokens of a fence with its language and line ends. */
const FENCE_TOKENS = 9
/**
 * Emphasis, lines of fences and heading signs: the format of a text, not its content. `2**10`, `__init__` and inline code
 * are content.
 */
const MARKUP =
  /(?<![\w*])\*{2,}(?=[^\s*])|(?<=[^\s*])\*{2,}(?![\w*])|(?=`{3})(?<=(?:^|\n)[ \t>]*)`{3,}\w*(?=[ \t]*(?:\n|$))|^#{1,6}\s/g
const UNENDED = /[\p{L}\p{M}\p{N}]$/u
/** The form of heads and marks. In message text, their brackets become round, so that text cannot forge them. */
const withoutOwnSigns = roundBrackets([
  `T\\p{Nd}{1,9}${GAP}\\(`,
  `(?:${NAMES_NO_TURN.join('|')})${GAP}\\]`,
  `(?:${Object.values(NAMES_TURN).join('|').replaceAll(' ', GAP)})${GAP}T${GAP}\\p{Nd}`,
  `elided${GAP}:`,
])

/** The block of one compressed turn: its head on a line, then one line with its summary. */
export function renderTurn(turn: Turn, position: number): string {
  const parts: string[] = []
  // A forged mark may begin in one sentence and end in the next, so adjacent sentences are neutralised together.
  let said = ''
  turn.facts.sentences.forEach((sentence, i) => {
    if (!turn.chosen.has(i)) return
    const text = onOneLine(wording(turn, sentence, i))
    if (!text) return
    said = said ? `${said} ${text}` : text
    const marks = turn.marks.get(i) ?? []
    if (!marks.length) return
    parts.push(withoutOwnSigns(said), ...marks.map((mark) => `[${markText(mark)}]`))
    said = ''
  })
  if (said) parts.push(withoutOwnSigns(said))
  parts.push(...elisions(turn))
  if (!parts.length) parts.push(turn.message.content.trim() ? '…' : '(empty)')
  return `[T${position} (${turn.message.role})]\n${parts.join(' ')}`
}

function wording(turn: Turn, sentence: SentenceFacts, index: number): string {
  const text = turn.message.content.slice(sentence.start, sentence.end)
  // Every character of code and tables matters.
  const isExact = sentence.kind !== 'prose' && sentence.kind !== 'quote'
  if (isExact) return text.replace(/\s+/g, ' ')
  const said = plain(turn.verbatim.has(index) ? text : shortened(turn, text, index))
  // Sentences of a view share one line: without a full stop, two of them would read as one.
  return UNENDED.test(said) ? `${said}.` : said
}

/** The sentence on one line, without emphasis signs. */
function plain(text: string): string {
  return text.replace(MARKUP, '').replace(/\s+/g, ' ').trim()
}

function shortened({ facts }: Turn, text: string, index: number): string {
  return findOrAdd(facts.worded, index, () => ownCopy(telegraphic(text, facts.language)))
}

/** The marks of the omitted text, with its tokens by kind. */
function elisions(turn: Turn): string[] {
  const shown = new Map<string, number>()
  for (const i of turn.chosen) {
    const { kind, tokens } = turn.facts.sentences[i]!
    addCount(shown, kind, tokens)
  }
  const marks: string[] = []
  let machine = 0
  for (const [kind, tokens] of turn.facts.machineTokens) {
    machine += tokens
    const left = tokens - (shown.get(kind) ?? 0)
    // Only the fence of a completely shown passage is omitted.
    if (!shown.has(kind) || left > FENCE_TOKENS) marks.push(`[elided: ${Math.max(1, left)} tokens of ${kind}]`)
  }
  const text = turn.facts.tokens - machine - (shown.get('prose') ?? 0) - (shown.get('quote') ?? 0)
  if (text >= LEAST_ELISION) marks.push(`[elided: ${text} tokens of text]`)
  else if (text >= LEAST_ELLIPSIS) marks.unshift('…')
  return marks
}
