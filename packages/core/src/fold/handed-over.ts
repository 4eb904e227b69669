import { blocksOf } from './digest/typed/blocks.ts'
import { genreOf } from './genre.ts'
import type { Source } from './source.ts'
import type { FoldState } from './state.ts'
import { saidIn } from './transcript.ts'
import { mayBeShell } from './work-in-hand.ts'

/** A text of so many tokens, and so many times as long as half of what the user says, is not said but handed over. */
const HANDED_OVER = { tokens: 120, times: 5 }
/** What machines print in most of its lines is looked at once. */
const PRINTED: ReadonlySet<string> = new Set(['log', 'trace'])
const MOST_PRINTED = 0.5

/**
 * Whether the user's message `index` holds a text that the conversation is about: an article, a contract, a scene, the story of
 * what happened. Anybody who talks in short messages may ask for any of its sentences next, or for all of it in other words.
 * Where more than half of the others are long, none is that text.
 */
export function isHandedOver(source: Source, index: number): boolean {
  const { transcript, state } = source
  const tokens = state.tokens[index]!
  if (tokens < HANDED_OVER.tokens || genreOf(state) !== 'chat' || mayBeShell(source)) return false
  let said = 0
  let short = 0
  for (let i = state.lead; i < state.keys.length; i++) {
    if (i === index || state.roles[i] !== 'user') continue
    said++
    if (HANDED_OVER.times * state.tokens[i]! <= tokens) short++
  }
  return said > 0 && 2 * short >= said && !isPrinted(saidIn(transcript, index))
}

/** Tokens from which a message of this history may be one, so that not every message has to be compared with all others. */
export function leastHandedOver({ roles, tokens, lead }: FoldState): number {
  const said = tokens.filter((_, index) => index >= lead && roles[index] === 'user').sort((a, b) => a - b)
  const middle = said[Math.ceil((said.length - 1) / 2) - 1] ?? 0
  return Math.max(HANDED_OVER.tokens, HANDED_OVER.times * middle)
}

function isPrinted(text: string): boolean {
  let printed = 0
  let all = 0
  for (const { kind, lines } of blocksOf(text)) {
    const filled = lines.filter((line) => line.trim()).length
    all += filled
    if (PRINTED.has(kind)) printed += filled
  }
  return printed > MOST_PRINTED * all
}
