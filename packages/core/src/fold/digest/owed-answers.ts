import type { Steps } from '../../run-steps.ts'
import { QUESTION_END } from '../../text/question-sign.ts'
import type { Source } from '../source.ts'
import { identifiersIn } from '../tool-data/key-value.ts'
import { byPlace } from './choose.ts'
import type { LedgerItem } from './ledger-items.ts'
import { owedRetractions } from './owed-retractions.ts'
import { owedSentences } from './owed-values.ts'

/** The line of an assistant in a digest. */
const ASSISTANT_LINE = /^\d+A /

/**
 * Adds sentences of answers beyond the budget that may replace what a sent line says: they give another value to one of its
 * figures, or they are about an order, a file or the like that it names by its identifier. The result of a tool says so too,
 * but rarely in the words of the old line. Sentences that take back what an answer said are added too.
 */
export function* withOwedAnswers(
  source: Source,
  { items, chosen }: { readonly items: readonly LedgerItem[]; readonly chosen: readonly LedgerItem[] },
): Steps<LedgerItem[]> {
  const taken = new Set(chosen)
  const left = items.filter((item) => item.isSaid && item.speaker === 'assistant' && !taken.has(item))
  if (!left.length) return [...chosen]
  const retracted = owedRetractions(source, { offered: items.filter(({ isSaid }) => isSaid), chosen })
  const kept = [...chosen, ...retracted]
  const values = yield* owedSentences(source, { left: left.filter((item) => !retracted.includes(item)), chosen: kept })
  const owed = [...retracted, ...values.map(({ item, text }) => ({ ...item, text }))]
  const isAdded = ({ message, order }: LedgerItem): boolean =>
    owed.some((each) => each.message === message && each.order === order)
  const others = left.filter((item) => !isAdded(item))
  return [...chosen, ...owed, ...aboutSent(source, others, [...chosen, ...owed])].sort(byPlace)
}

/** Newest first, the sentences that name an identifier of a sent line of the assistant, up to `owedAnswerTokens` in all. */
function aboutSent(
  { state, policy, count }: Source,
  left: readonly LedgerItem[],
  chosen: readonly LedgerItem[],
): LedgerItem[] {
  const about = left.filter(({ text }) => !QUESTION_END.test(text) && identifiersIn(text).length > 0)
  if (!about.length) return []
  const lines = state.digests.flatMap(({ text }) => text.split('\n').filter((line) => ASSISTANT_LINE.test(line)))
  const answers = chosen.filter(({ isSaid, speaker }) => isSaid && speaker === 'assistant')
  const sent = new Set([...lines, ...answers.map(({ text }) => text)].flatMap(identifiersIn))
  const owed: LedgerItem[] = []
  let room = policy.digest.owedAnswerTokens
  for (const item of about.reverse()) {
    if (!identifiersIn(item.text).some((name) => sent.has(name))) continue
    const tokens = count(item.text) + 1
    if (tokens > room) continue
    room -= tokens
    owed.push(item)
  }
  return owed
}
