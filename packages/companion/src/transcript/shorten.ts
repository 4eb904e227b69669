/**
 * Shortens a text to at most `limit` characters: its beginning, a mark with the number of characters left out, and its end.
 * Cuts never split a surrogate pair.
 */
export function shorten(text: string, limit: number): string {
  if (text.length <= limit) return text
  const room = Math.max(0, limit - 40)
  const head = wholeStart(text, Math.ceil(room * 0.7))
  const tail = wholeEnd(text, Math.floor(room * 0.3))
  return `${head} [… ${text.length - head.length - tail.length} characters …] ${tail}`
}

/** The first `length` characters, or one less if the cut would split a surrogate pair. */
export function wholeStart(text: string, length: number): string {
  const last = text.charCodeAt(length - 1)
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? length - 1 : length)
}

function wholeEnd(text: string, length: number): string {
  if (length <= 0) return ''
  const first = text.charCodeAt(text.length - length)
  return text.slice(text.length - (first >= 0xdc00 && first <= 0xdfff ? length - 1 : length))
}

/** The text with all white space, line breaks included, replaced by single spaces. */
export function onOneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
