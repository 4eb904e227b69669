import { readFileSync } from 'node:fs'

/** A future row of the table: its spelling in the vocabulary, and its pieces in the model. */
export interface KeptWord {
  readonly text: string
  readonly ids: readonly number[]
}

/**
 * Selects the rows of the table: first the model's own pieces of Latin letters and digits in their order, since an English
 * model knows letters of other scripts but no words. Then come the words of `added-words.txt` that are not pieces. The model
 * knows them well, but only as several pieces, whose separate vectors have no meaning ("dead", "##lock").
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

/** Splits greedily into the longest known pieces, as in the model's training. It terminates since all letters are known. */
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
