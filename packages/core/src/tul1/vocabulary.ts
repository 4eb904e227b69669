import type { MessageFacts } from './message-facts.ts'

/** The terms of a transcript, numbered from 0 in order of first use. */
export interface Vocabulary {
  readonly numbers: ReadonlyMap<number, number>
  /** Information of each term in nats: ln(1 + messages / messages with the term). */
  readonly information: Float64Array
}

/** Numbers the terms of all messages. */
export function vocabularyOf(facts: readonly MessageFacts[]): Vocabulary {
  const numbers = new Map<number, number>()
  const holders: number[] = []
  for (const { terms } of facts) {
    for (let i = 0; i < terms.length; i++) {
      const known = numbers.get(terms[i]!)
      if (known === undefined) {
        numbers.set(terms[i]!, holders.length)
        holders.push(1)
      } else holders[known]!++
    }
  }
  return { numbers, information: Float64Array.from(holders, (held) => Math.log(1 + facts.length / held)) }
}
