import { answerForm, areAlike } from './answer-form.ts'
import type { Source } from './source.ts'
import { saidIn } from './transcript.ts'

/** Fewer exchanges of one form may be chance. */
const LEAST_EXCHANGES = 3
/** What is longer is a task that was done many times over: a few of them show how. */
const MOST_TOKENS = 6000
const SHOWN_TOKENS = 1500
/** Instructions may come first, for a model that takes no others, and a few words of consent behind them. */
const CONSENT_TOKENS = 40

/** Messages `[from, to)`. */
interface Run {
  readonly from: number
  readonly to: number
}

/**
 * End of the examples that a conversation begins with, or of the instructions where it begins with none: questions that
 * each have an answer of one form (`answer-form.ts`). They show what an answer has to look like, which a digest cannot.
 */
export function examplesEnd(source: Source): number {
  const { lead } = source.state
  const atOnce = runFrom(source, lead)
  const run = atOnce.to === lead && isConsent(source, lead + 1) ? runFrom(source, lead + 2) : atOnce
  if (run.to === run.from) return lead
  return tokensOf(source, { from: lead, to: run.to }) <= MOST_TOKENS ? run.to : shownEnd(source, run)
}

/** The exchanges from `from` on with answers of one form; none where they are few. */
function runFrom(source: Source, from: number): Run {
  const { transcript, state } = source
  const none = { from, to: from }
  if (!isExchange(source, from)) return none
  const said = saidIn(transcript, from + 1)
  const first = answerForm(said)
  const answers = new Set([state.keys[from + 1]])
  let to = from + 2
  while (isExchange(source, to) && tokensOf(source, { from, to }) <= MOST_TOKENS) {
    if (!areAlike(first, answerForm(saidIn(transcript, to + 1)))) break
    answers.add(state.keys[to + 1])
    to += 2
  }
  const exchanges = (to - from) / 2
  // Who always says the same shows nothing by it, nor who only counts; marks that are given come again.
  const isCount = first.isWord && /\p{N}/u.test(said) && answers.size === exchanges
  const isTelling = answers.size > 1 && !isCount
  return exchanges >= LEAST_EXCHANGES && isTelling ? { from, to } : none
}

/** A question without results of tools, and an answer without calls of them. */
function isExchange({ transcript, state }: Source, index: number): boolean {
  return (
    index + 1 < state.keys.length &&
    state.roles[index] === 'user' &&
    state.roles[index + 1] === 'assistant' &&
    transcript.answersOf(index).length === 0 &&
    transcript.callsOf(index + 1).length === 0
  )
}

function isConsent({ state }: Source, index: number): boolean {
  return state.tokens[index]! <= CONSENT_TOKENS
}

/** As many exchanges as show the form, the first ones. */
function shownEnd(source: Source, { from, to }: Run): number {
  let end = from
  while (end < to && tokensOf(source, { from, to: end + 2 }) <= SHOWN_TOKENS) end += 2
  return end
}

function tokensOf({ state }: Source, { from, to }: Run): number {
  let tokens = 0
  for (let i = from; i < to; i++) tokens += state.sent[i]!
  return tokens
}
