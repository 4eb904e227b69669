/**
 * Returns `text` without the characters of `set` at its end. An expression such as `/x+$/` is tried at every position of the
 * text and takes quadratic time if there are many of them.
 */
export function withoutEnd(text: string, set: RegExp): string {
  let end = text.length
  while (end > 0 && set.test(text[end - 1]!)) end--
  return text.slice(0, end)
}
