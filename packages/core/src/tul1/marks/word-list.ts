/** The words of a sentence in lower case with plain apostrophes; what is covered is no word. */
export function wordList(covered: string): string[] {
  return (
    covered
      .toLowerCase()
      .replaceAll('’', "'")
      .match(/[\p{L}\p{N}]+(?:['-][\p{L}\p{N}]+)*%?|[∎]+/gu) ?? []
  )
}

/** Builds a set from words parted by white space. */
export function wordSet(words: string): ReadonlySet<string> {
  return new Set(words.split(/\s+/).filter(Boolean))
}
