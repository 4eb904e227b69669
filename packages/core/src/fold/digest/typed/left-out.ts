/** The mark for omitted parts: `… 12 rows`. Empty if nothing is omitted. */
export function leftOut(count: number, what: string): string[] {
  return count > 0 ? [`… ${numberOf(count, what)}`] : []
}

/** `1 row`, `12 rows`. */
export function numberOf(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`
}

/** Like `cut`, at a space in the second half if there is one, so that no figure or word loses its end. */
export function cutAtSpace(text: string, length: number): string {
  if (text.length <= length) return text
  const space = text.slice(0, length + 1).search(/\s\S*$/)
  return space > length / 2 ? `${text.slice(0, space).trimEnd()} …` : cut(text, length)
}

/** A text up to `length`, with an ellipsis if it is longer. A surrogate pair is not split. */
export function cut(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length).replace(/[\ud800-\udbff]$/, '')}…`
}
