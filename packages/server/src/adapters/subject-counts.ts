/** Entries by subject in a bounded memory. When it is used up, the oldest subject is evicted. */
export class SubjectCounts<Entry> {
  readonly #maxBytes: number
  readonly #bytesPerEntry: number
  readonly #create: () => Entry
  #entries = new Map<string, Entry>()
  #bytes = 0

  /** @param options.bytesPerEntry size of a map entry with its object, without the characters of its name. */
  constructor(options: { maxBytes: number; bytesPerEntry: number; create: () => Entry }) {
    this.#maxBytes = options.maxBytes
    this.#bytesPerEntry = options.bytesPerEntry
    this.#create = options.create
  }

  find(id: string): Entry | undefined {
    return this.#entries.get(id)
  }

  /** Returns the entry of `id`, and creates it if it does not exist. */
  open(id: string): Entry {
    const known = this.#entries.get(id)
    if (known !== undefined) return known
    const entry = this.#create()
    this.#bytes += this.#bytesOf(id)
    this.#entries.set(id, entry)
    for (const oldest of this.#entries.keys()) {
      if (this.#bytes <= this.#maxBytes) break
      this.#entries.delete(oldest)
      this.#bytes -= this.#bytesOf(oldest)
    }
    return entry
  }

  clear(): void {
    this.#entries = new Map()
    this.#bytes = 0
  }

  #bytesOf(id: string): number {
    return this.#bytesPerEntry + 2 * id.length
  }
}
