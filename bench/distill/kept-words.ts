import { readFileSync } from 'node:fs'

/** A future row of the table: its spelling in the vocabulary, and its pieces in the model. */
export interface KeptWord {
  readonly text: string
  readonly ids: readonly number[]
}

/**
 * Selects the rows of the table: first the pieces of Latin letters and digits, in the order of the model, as an English
 * model knows no words of other scripts. Then come the words of `added-words.txt` that are not pieces: the model knows
 * them well, but only as several pieces ("dead", "##lock"), whose separate vectors do not have the meaning of the word.
 */
export function keptWordsOf(vocabulary: readonly string[]): KeptWord[] {
  const idOf = new Map<string, number>()
  vocabulary.forEach((piece, id) => {
    if (/^(?:##)?[a-z0-9]+$/.test(piece)) idOf.set(piece, id)
  })
  const pieces = Array.from(idOf, ([text, id]) => ({ text, ids: [id] }))
  const added = readAddedWords().filter((word) => !idOf.has(word))
  return [...pieces, ...added.map((text) => ({ text, ids: cut(text, idOf) }))]
}

function readAddedWords(): string[] {
  const text = readFileSync(new URL('./added-words.txt', import.meta.url), 'utf8')
  return [...new Set(text.trim().split(/\s+/))]
}

/** Splits greedily into the longest known pieces, as in the model's training. Each letter alone is a known piece. */
function cut(word: string, idOf: ReadonlyMap<string, number>): number[] {
  const ids: number[] = []
  for (let from = 0; from < word.length; ) {
    let to = word.length
    const mark = from > 0 ? '##' : ''
    while (to > from + 1 && !idOf.has(mark + word.slice(from, to))) to--
    ids.push(idOf.get(mark + word.slice(from, to))!)
    from = to
  }
  return ids
}
