/** Shorter parts of a string are copied by V8 itself. */
const SHORTEST_PART = 13

/**
 * The same text in memory of its own. A part of a string keeps the whole string it was cut from in memory, and one that was
 * put together keeps its parts: what outlives a request is kept as a copy. Joining makes a new string, which is cut.
 */
export function ownCopy(text: string): string {
  return text.length < SHORTEST_PART ? text : ` ${text}`.slice(1)
}
