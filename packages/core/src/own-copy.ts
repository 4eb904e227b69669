/** Length below which V8 itself copies parts of a string. */
const SHORTEST_PART = 13

/**
 * Returns the same text in memory of its own. A part of a string keeps the whole string in memory, and a concatenated string
 * keeps its parts, so text that outlives a request is copied. Joining creates a new string, which is then cut.
 */
export function ownCopy(text: string): string {
  return text.length < SHORTEST_PART ? text : ` ${text}`.slice(1)
}
