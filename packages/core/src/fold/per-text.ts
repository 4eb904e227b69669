import type { Language } from '../lexicon/languages.ts'
import { findOrAdd } from '../maps.ts'
import type { Transcript } from './transcript.ts'

/** Limit of the memo, in characters of one transcript. Further texts are read each time. */
const MAX_CHARACTERS = 4_000_000

/** The known values of the texts of one transcript. */
interface Known<Value> {
  readonly values: Map<Language | undefined, Map<string, Value>>
  left: number
}

/**
 * Makes a reader that reads each text of a transcript once. A long history without a known state that has to fit a
 * small window offers the same sentences to a new digest at nearly every turn. `read` must depend only on the text and
 * the language of the conversation.
 */
export function perText<Value>(
  read: (text: string, prior?: Language) => Value,
): (transcript: Transcript, text: string, prior?: Language) => Value {
  const known = new WeakMap<Transcript, Known<Value>>()
  return (transcript, text, prior) => {
    const own = findOrAdd(known, transcript, () => ({ values: new Map(), left: MAX_CHARACTERS }))
    const values = findOrAdd(own.values, prior, () => new Map<string, Value>())
    const before = values.get(text)
    if (before !== undefined) return before
    const value = read(text, prior)
    if (text.length <= own.left) {
      own.left -= text.length
      values.set(text, value)
    }
    return value
  }
}
