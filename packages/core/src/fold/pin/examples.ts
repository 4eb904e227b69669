import type { Source } from '../source.ts'
import { sentBetween } from '../tail.ts'
import { type Range, saidIn } from '../transcript.ts'
import { answerForm, areAlike } from './answer-form.ts'
import type { PinRule } from './pin-rule.ts'

/**
 * The examples at the start of a conversation: questions whose answers share one form (`answer-form.ts`). They show the
 * expected form of an answer, which a digest cannot. Instructions may precede them, for a model without system messages,
 * followed by a few words of consent.
 */
export const examples: PinRule = {
  moments: ['firstFold'],
  reader(source) {
    const end = examplesEnd(source)
    return (index) => index < end
  },
  isGrowing: (source) =>
    source.state.boundary === source.state.systemEnd && examplesEnd(source) === source.state.keys.length,
}

/** End of the examples, or of the leading system messages if the conversation has no examples. */
function examplesEnd(source: Source): number {
  const { systemEnd } = source.state
  const { consentTokens, mostTokens, shownTokens } = source.policy.pins.examples
  const atOnce = runFrom(source, systemEnd)
  const isConsent = (source.state.tokens[systemEnd + 1] ?? Number.POSITIVE_INFINITY) <= consentTokens
  const run = atOnce.to === systemEnd && isConsent ? runFrom(source, systemEnd + 2) : atOnce
  if (run.to === run.from) return systemEnd
  if (sentBetween(source.state, systemEnd, run.to) <= mostTokens) return run.to
  // The first exchanges, as many as show the form.
  let end = run.from
  while (end < run.to && sentBetween(source.state, run.from, end + 2) <= shownTokens) end += 2
  return end
}

/** The exchanges from `from` on whose answers share one form. Empty if they are few. */
function runFrom(source: Source, from: number): Range {
  const { transcript, state } = source
  const { mostTokens, leastExchanges } = source.policy.pins.examples
  const none = { from, to: from }
  if (!isExchange(source, from)) return none
  const said = saidIn(transcript, from + 1)
  const first = answerForm(said)
  const answers = new Set([state.keys[from + 1]])
  let to = from + 2
  while (isExchange(source, to) && sentBetween(state, from, to) <= mostTokens) {
    if (!areAlike(first, answerForm(saidIn(transcript, to + 1)))) break
    answers.add(state.keys[to + 1])
    to += 2
  }
  const exchanges = (to - from) / 2
  // Identical answers show no form, and neither do bare numbers. Labels recur.
  const isCount = first.isWord && /\p{N}/u.test(said) && answers.size === exchanges
  const isInformative = answers.size > 1 && !isCount
  return exchanges >= leastExchanges && isInformative ? { from, to } : none
}

/** A question without tool results, and an answer without tool calls. */
function isExchange({ transcript, state }: Source, index: number): boolean {
  return (
    index + 1 < state.keys.length &&
    state.roles[index] === 'user' &&
    state.roles[index + 1] === 'assistant' &&
    transcript.answersOf(index).length === 0 &&
    transcript.callsOf(index + 1).length === 0
  )
}
