import models from './cache-models.json' with { type: 'json' }

/** Whose rules of caching these are. */
export type CacheProvider = 'openai' | 'anthropic'

/**
 * What is known of how a provider caches the input of a family of models, in the form of the data file. Prices are relative
 * to that of a fresh token.
 */
export interface CacheEntry {
  readonly provider: CacheProvider
  /** Words and numbers that are in the name of the model; none: any model. */
  readonly words: readonly string[]
  /** False where no input is cheaper, whatever was sent before. */
  readonly cached?: boolean | undefined
  readonly read?: number | undefined
  readonly write?: number | undefined
  /** Of what is asked to be cached for an hour or longer. */
  readonly write_hour?: number | undefined
  /** Tokens below which no request is cached. */
  readonly least_tokens?: number | undefined
  /** Tokens are read in whole steps of so many. */
  readonly step_tokens?: number | undefined
  /** How long what is sent stays readable after its last use, at most, where no request says more. */
  readonly lifetime_minutes?: number | undefined
}

/** Entries of which, field by field, the first counts that fits. */
export type CacheTable = readonly CacheEntry[]

export const CACHE_TABLE = models.caches as CacheTable

type Field = Exclude<keyof CacheEntry, 'provider' | 'words'>

/** Longer than the name of any model. */
const LONGEST_NAME = 200

/** What of `table` is about one model. */
export class CacheModel {
  readonly #entries: readonly CacheEntry[]

  constructor(table: CacheTable, provider: CacheProvider, model: string) {
    const words = new Set(
      model
        .slice(0, LONGEST_NAME)
        .toLowerCase()
        .split(/[^a-z0-9]+/),
    )
    this.#entries = table.filter((entry) => entry.provider === provider && entry.words.every((word) => words.has(word)))
  }

  /** Undefined where no entry has it. */
  find<Name extends Field>(name: Name): CacheEntry[Name] {
    return this.#entries.find((entry) => entry[name] !== undefined)?.[name]
  }
}
