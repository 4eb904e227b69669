import { findOrAdd } from '../maps.ts'
import { MAX_MODEL_NAME, wordsOfModel } from '../model-names.ts'
import { createRecentMap, type RecentMap } from '../recent-map.ts'
import models from './cache-models.json' with { type: 'json' }

/** The provider whose caching rules apply. */
export type CacheProvider = 'openai' | 'anthropic'

/**
 * How a provider caches the input of a family of models, in the form of the data file. Prices are relative to that of a fresh
 * token.
 */
export interface CacheEntry {
  readonly provider: CacheProvider
  /** Words and numbers in the name of the model. Empty: any model. */
  readonly words: readonly string[]
  /** False if no input is ever cheaper. */
  readonly cached?: boolean | undefined
  readonly read?: number | undefined
  readonly write?: number | undefined
  /** Price of writing for an hour or longer. */
  readonly write_hour?: number | undefined
  /** Tokens below which no request is cached. */
  readonly least_tokens?: number | undefined
  /** Tokens per step of cached input. */
  readonly step_tokens?: number | undefined
  /** How long input can be read after its last use, at most, unless a request asks for longer. */
  readonly lifetime_minutes?: number | undefined
}

/** Entries in order. Each field comes from the first matching entry that has it. */
export type CacheTable = readonly CacheEntry[]

export const CACHE_TABLE = models.caches as CacheTable

type Terms = Omit<CacheEntry, 'provider' | 'words'>

/** Number of models per table and provider whose fields are cached. */
const MAX_KNOWN = 256
const known = new WeakMap<CacheTable, Readonly<Record<CacheProvider, RecentMap<CacheModel>>>>()

/** The fields of `table` for `model`, which nearly every request of a server shares with others. */
export function cacheModelOf(table: CacheTable, provider: CacheProvider, model: string): CacheModel {
  if (model.length > MAX_MODEL_NAME) return new CacheModel(table, provider, model)
  const models = findOrAdd(known, table, () => ({
    openai: createRecentMap<CacheModel>(MAX_KNOWN),
    anthropic: createRecentMap<CacheModel>(MAX_KNOWN),
  }))
  return findOrAdd(models[provider], model, () => new CacheModel(table, provider, model))
}

/** The fields of `table` for one model. */
export class CacheModel {
  /** Each field from the first entry that has it. */
  readonly #fields: Terms

  constructor(table: CacheTable, provider: CacheProvider, model: string) {
    const words = wordsOfModel(model)
    const matching = table.filter(
      (entry) => entry.provider === provider && entry.words.every((word) => words.has(word)),
    )
    this.#fields = Object.assign({}, ...matching.toReversed().map(withoutUndefined))
  }

  /** Undefined if no entry has it. */
  find<Name extends keyof Terms>(name: Name): Terms[Name] {
    return this.#fields[name]
  }
}

function withoutUndefined(entry: CacheEntry): Partial<CacheEntry> {
  return Object.fromEntries(Object.entries(entry).filter(([, value]) => value !== undefined))
}
