/** Shorter parts of a string are copied by V8 itself; a longer one keeps the whole string it was cut from in memory. */
const SHORTEST_PART = 13

/** The same text in memory of its own, so that a word that is kept for days does not keep the message it stood in. */
export function freshCopy(text: string): string {
  return text.length < SHORTEST_PART ? text : Buffer.from(text, 'utf8').toString('utf8')
}
