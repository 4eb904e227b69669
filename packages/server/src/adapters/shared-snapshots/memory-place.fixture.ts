import type { SnapshotPlace } from './snapshot-place.ts'

/** A place in the memory of one process, for tests, that can be unreachable, slow or full. */
export class MemorySnapshotPlace implements SnapshotPlace {
  isGone = false
  isFull = false
  delayMs = 0
  gets = 0
  readonly kept = new Map<string, { readonly bytes: Uint8Array; readonly until: number }>()

  async get(name: string): Promise<Uint8Array | undefined> {
    this.gets++
    await this.#answer()
    const kept = this.kept.get(name)
    return kept && kept.until > Date.now() ? kept.bytes : undefined
  }

  async set(name: string, bytes: Uint8Array, lifetimeMs: number): Promise<boolean> {
    await this.#answer()
    if (this.isFull) return false
    this.kept.set(name, { bytes: bytes.slice(), until: Date.now() + lifetimeMs })
    return true
  }

  async close(): Promise<void> {}

  async #answer(): Promise<void> {
    if (this.isGone) throw new Error('gone')
    if (this.delayMs > 0) await new Promise((resolve) => setTimeout(resolve, this.delayMs))
  }
}
