import type { Vocabulary } from './count-pieces.ts'

let given: Vocabulary | undefined

/**
 * Gives this thread the tables of `o200k` from `sharedVocabulary` of another thread. It must be called before any other
 * module of this package is loaded, so a thread imports those dynamically afterwards.
 */
export function giveVocabulary(vocabulary: Vocabulary): void {
  given = vocabulary
}

/** The tables that this thread was given. */
export function givenVocabulary(): Vocabulary | undefined {
  return given
}
