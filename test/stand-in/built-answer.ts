/** An answer as the API would form it: one JSON text, or the events of a stream. */
export type BuiltAnswer =
  | { readonly kind: 'json'; readonly text: string }
  | { readonly kind: 'stream'; readonly events: readonly string[] }

/** `text` as a model would stream it, some words at a time. */
export function pieces(text: string, random: () => number): string[] {
  const words = text.match(/\s*\S+|\s+$/g) ?? []
  const chunks: string[] = []
  for (let start = 0; start < words.length; ) {
    const count = 1 + Math.floor(random() * 4)
    chunks.push(words.slice(start, start + count).join(''))
    start += count
  }
  return chunks
}

/** `length` characters that look random and are the same for the same source. */
export function randomText(random: () => number, length: number): string {
  const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'
  return Array.from({ length }, () => letters[Math.floor(random() * letters.length)]).join('')
}
