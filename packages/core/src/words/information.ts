/** Document frequencies of terms in the session: messages with the term, and messages in total. */
export interface Frequencies {
  readonly messages: number
  of(term: number): number
}

/** Information in nats of a term that a single message contains. A session counts as at least two messages. */
export function rareInformation({ messages }: Frequencies): number {
  return Math.log(1 + Math.max(2, messages))
}

/** Information of a term in nats: ln(1 + messages / messages with the term). */
export function information(term: number, frequencies: Frequencies): number {
  return Math.log(1 + frequencies.messages / Math.max(1, frequencies.of(term)))
}
