import { type SessionCloud, sizeOfCloud } from './session-cloud.ts'

/** Clouds in memory, by size; those used longest ago leave. One that alone is too large is kept until another is used. */
export class LiveClouds {
  readonly #mostBytes: number
  /** Least recently used first. */
  readonly #clouds = new Map<string, { readonly session: SessionCloud; readonly size: number }>()
  #total = 0

  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes
  }

  get(key: string): SessionCloud | undefined {
    return this.#clouds.get(key)?.session
  }

  /** Notes that a cloud was used, and makes room where it has grown. */
  use(key: string, session: SessionCloud): void {
    this.remove(key)
    const size = sizeOfCloud(session)
    this.#clouds.set(key, { session, size })
    this.#total += size
    for (const oldest of this.#clouds.keys()) {
      if (this.#total <= this.#mostBytes || oldest === key) break
      this.remove(oldest)
    }
  }

  remove(key: string): void {
    this.#total -= this.#clouds.get(key)?.size ?? 0
    this.#clouds.delete(key)
  }
}
