import models from './cache-models.json' with { type: 'json' }

interface ForModels {
  /** Words and numbers that are in the name of the model; none: any model. */
  readonly words: readonly string[]
}

/** Tokens below which a request to `model` that marks what is to be cached is not cached. */
export function leastMarkedTokens(model: string): number {
  return entryFor(models.least_marked_tokens, model).tokens
}

/** Price of a fresh token to `model` where whatever is sent is cached, relative to a fresh token that is not. */
export function automaticWrite(model: string): number {
  return entryFor(models.automatic_write, model).write
}

/** Longer than the name of any model. */
const LONGEST_NAME = 200

function entryFor<Entry extends ForModels>(entries: readonly Entry[], model: string): Entry {
  const words = new Set(
    model
      .slice(0, LONGEST_NAME)
      .toLowerCase()
      .split(/[^a-z0-9]+/),
  )
  return entries.find((entry) => entry.words.every((word) => words.has(word)))!
}
