const NONE: readonly RegExpExecArray[] = []

/**
 * The matches of a global expression from `from` on. The expression never matches the empty string. `matchAll` copies
 * the expression each time, which takes ten times as long as searching a sentence that has no match.
 */
export function matchesOf(text: string, pattern: RegExp, from = 0): readonly RegExpExecArray[] {
  pattern.lastIndex = from
  const first = pattern.exec(text)
  if (!first) return NONE
  const found = [first]
  for (let next = pattern.exec(text); next; next = pattern.exec(text)) found.push(next)
  return found
}
