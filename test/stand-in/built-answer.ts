/** A response as the API would form it: one JSON text, or the events of a stream. */
export type BuiltAnswer =
  | { readonly kind: 'json'; readonly text: string }
  | { readonly kind: 'stream'; readonly events: readonly string[] }

/** `text` in pieces of a few words, as a model streams it. */
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

/** `length` pseudo-random characters, determined by `random`. */
export function randomText(random: () => number, length: number): string {
  const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'
  return Array.from({ length }, () => letters[Math.floor(random() * letters.length)]).join('')
}
