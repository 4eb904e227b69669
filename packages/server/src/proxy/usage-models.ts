import type { UsageEntry } from '../money/usage-port.ts'

/** Models under which the usage of a key is counted on one day. */
const MAX_MODELS = 200
/** The name under which all further models are counted. No provider has a model of this name. */
const OTHER = 'other models'

/**
 * Bounds the rows of usage. Each key, day and model has one row, and clients may send any name as a model. Each process
 * counts for itself.
 */
export class UsageModels {
  readonly #most: number
  #day = ''
  readonly #known = new Map<string, Set<string>>()

  constructor(most = MAX_MODELS) {
    this.#most = most
  }

  /** The entry, under another model if its key has used too many on this day. */
  bounded(entry: UsageEntry): UsageEntry {
    if (entry.day !== this.#day) {
      this.#day = entry.day
      this.#known.clear()
    }
    const known = this.#known.get(entry.keyId)
    if (known === undefined) this.#known.set(entry.keyId, new Set([entry.model]))
    else if (!known.has(entry.model)) {
      if (known.size >= this.#most) return { ...entry, model: OTHER }
      known.add(entry.model)
    }
    return entry
  }
}
