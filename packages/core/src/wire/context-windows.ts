import windows from './context-windows.json' with { type: 'json' }

/** The context window of the models whose names contain all words of an entry. */
export interface ContextWindow {
  /** Lower-case words and numbers in the name of the model. */
  readonly words: readonly string[]
  /** Tokens that a request and its answer may have together. */
  readonly tokens: number
}

/** Longer than the name of any model. */
const LONGEST_NAME = 200

/** Tokens of the context window of `model`. Entries of `own` precede the built-in ones. Undefined if none is known. */
export function knownWindow(model: string, own: readonly ContextWindow[] = []): number | undefined {
  const name = model.slice(0, LONGEST_NAME).toLowerCase()
  const words = new Set(name.split(/[^a-z0-9]+/))
  return [...own, ...windows.windows].find((entry) => entry.words.every((word) => words.has(word)))?.tokens
}
