import type { SessionKey } from '../cloud/cloud-port.ts'
import { nameOf } from './fold-memory.ts'

/**
 * Running first folds, by session and beginning of the conversation. A request of the same conversation waits for the running
 * fold instead of folding the same history again.
 */
export class FirstFolds {
  readonly #running = new Map<string, Promise<unknown>>()

  /** Resolves when the fold has finished. Never rejects. Undefined if none is running. */
  find(session: SessionKey, beginning: string): Promise<unknown> | undefined {
    return this.#running.get(keyOf(session, beginning))
  }

  announce(session: SessionKey, beginning: string, folding: Promise<unknown>): void {
    const key = keyOf(session, beginning)
    const settled: Promise<void> = folding.then(
      () => this.#end(key, settled),
      () => this.#end(key, settled),
    )
    this.#running.set(key, settled)
  }

  #end(key: string, settled: Promise<unknown>): void {
    if (this.#running.get(key) === settled) this.#running.delete(key)
  }
}

function keyOf(session: SessionKey, beginning: string): string {
  return `${nameOf(session)}\n${beginning}`
}
