import { Cloud, countMessage } from './cloud/cloud.ts'
import type { HistoryState } from './history-state.ts'
import { MEANINGS, TERMS } from './recall/arena-snapshot.ts'
import { termsAt } from './recall/term-arena.ts'
import { type Codec, flag, listOf, madeAgain, mapOf, number, recordOf, role } from './snapshot/codec.ts'

/** Typed values of each message. The cloud's counts are recomputed, and its words are found again in the messages. */
const cloud: Codec<Cloud> = {
  write: (to, { values }) => TERMS.write(to, values),
  read: (from) => Object.assign(new Cloud(), { values: TERMS.read(from) }),
}

/**
 * The stored properties of each message. The keys are taken from the conversation: if they differ, the snapshot belongs
 * to another conversation.
 */
export const HISTORY = recordOf<HistoryState>({
  keys: madeAgain((): string[] => []),
  tokens: listOf(number),
  sent: listOf(number),
  terms: TERMS,
  meanings: MEANINGS,
  turns: listOf(number),
  roles: listOf(role),
  cloud,
  turn: number,
  question: number,
  questions: number,
  hasThought: flag,
  dropped: mapOf<number, readonly number[]>(number, listOf(number)),
  systemEnd: number,
  systemTokens: number,
  pinnedTokens: number,
  historyTokens: number,
  assistantTokens: number,
  personalAnswers: number,
  toolTokens: number,
  toolMessages: number,
  recordTokens: number,
})

/** Recounts the messages of a history, with the same result as when they were appended. */
export function countAgain({ systemEnd, keys, terms, cloud }: HistoryState): void {
  for (let index = systemEnd; index < keys.length; index++) {
    countMessage(cloud, { terms: { ids: termsAt(terms, index) }, values: { ids: termsAt(cloud.values, index) } })
  }
}
