/** A set of phrases, each standing for one or more signs, found in a text word by word in one pass. */
export interface CueTrie {
  readonly next: Map<string, CueTrie>
  /** Bits of the phrases that end here. */
  bits: number
}

/** Words in lower case with plain apostrophes. */
const WORD = /[\p{L}\p{N}\p{M}]+(?:'[\p{L}]+)*/gu

export function createCueTrie(): CueTrie {
  return { next: new Map(), bits: 0 }
}

/** Adds phrases parted by `|`, words parted by spaces. */
export function addCues(trie: CueTrie, phrases: string, bits: number): void {
  for (const phrase of phrases.split('|')) {
    let node = trie
    for (const word of cueWords(phrase)) {
      let next = node.next.get(word)
      if (!next) {
        next = createCueTrie()
        node.next.set(word, next)
      }
      node = next
    }
    if (node !== trie) node.bits |= bits
  }
}

/** The words of a text as cues are looked for in them. */
export function cueWords(text: string): string[] {
  return text.toLowerCase().replaceAll('’', "'").match(WORD) ?? []
}

/** Bits of all phrases among the words. Phrases are a few words long, so this is linear. */
export function findCues(trie: CueTrie, words: readonly string[]): number {
  let bits = 0
  for (let at = 0; at < words.length; at++) {
    let node = trie.next.get(words[at]!)
    for (let i = at + 1; node; i++) {
      bits |= node.bits
      node = i < words.length ? node.next.get(words[i]!) : undefined
    }
  }
  return bits
}
