/** The mark for what was left out: `… 12 rows`. Nothing where nothing was. */
export function leftOut(count: number, what: string): string[] {
  return count > 0 ? [`… ${numberOf(count, what)}`] : []
}

/** `1 row`, `12 rows`. */
export function numberOf(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`
}

/** A text up to `length`, an ellipsis where it goes on; no half of a character is left. */
export function cut(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length).replace(/[\ud800-\udbff]$/, '')}…`
}
