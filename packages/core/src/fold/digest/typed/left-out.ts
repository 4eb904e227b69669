/** The mark for omitted parts: `… 12 rows`. Empty if nothing is omitted. */
export function leftOut(count: number, what: string): string[] {
  return count > 0 ? [`… ${numberOf(count, what)}`] : []
}

/** `1 row`, `12 rows`. */
export function numberOf(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`
}

/** A text up to `length`, with an ellipsis if it is longer. A surrogate pair is not split. */
export function cut(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length).replace(/[\ud800-\udbff]$/, '')}…`
}
