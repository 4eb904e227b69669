/**
 * At most `limit` characters: the beginning and the end, and between them a mark that says how much is gone.
 * Cuts never part a surrogate pair.
 */
export function shorten(text: string, limit: number): string {
  if (text.length <= limit) return text
  const room = Math.max(0, limit - 40)
  const head = wholeStart(text, Math.ceil(room * 0.7))
  const tail = wholeEnd(text, Math.floor(room * 0.3))
  return `${head} [… ${text.length - head.length - tail.length} characters …] ${tail}`
}

/** The first `length` characters, one less where the cut would part a pair. */
export function wholeStart(text: string, length: number): string {
  const last = text.charCodeAt(length - 1)
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? length - 1 : length)
}

function wholeEnd(text: string, length: number): string {
  if (length <= 0) return ''
  const first = text.charCodeAt(text.length - length)
  return text.slice(text.length - (first >= 0xdc00 && first <= 0xdfff ? length - 1 : length))
}

/** All white space, line ends included, as single spaces. */
export function onOneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
