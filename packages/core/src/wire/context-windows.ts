import { wordsOfModel } from '../model-names.ts'
import windows from './context-windows.json' with { type: 'json' }

/** The context window of the models whose names contain all words of an entry. */
export interface ContextWindow {
  /** Lower-case words and numbers in the name of the model. */
  readonly words: readonly string[]
  /** Tokens that a request and its answer may have together. */
  readonly tokens: number
}

/** Tokens of the context window of `model`. Entries of `own` precede the built-in ones. Undefined if none is known. */
export function knownWindow(model: string, own: readonly ContextWindow[] = []): number | undefined {
  const words = wordsOfModel(model)
  return [...own, ...windows.windows].find((entry) => entry.words.every((word) => words.has(word)))?.tokens
}
