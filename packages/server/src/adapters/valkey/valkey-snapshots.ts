import type { Redis } from 'iovalkey'
import type { SnapshotPlace } from '../shared-snapshots/snapshot-place.ts'
import { connectValkey } from './connect-valkey.ts'

const PREFIX = 'pleat:fold'
/**
 * Share of the server's memory up to which snapshots are written. Request windows need the rest: without them, every
 * node limits requests by itself.
 */
const MAX_MEMORY_SHARE = 0.6
/** Milliseconds for which a reading of the server's memory is valid. */
const MEMORY_CHECK_MS = 5000

/** Sealed snapshots in Valkey or Redis, over a separate connection, so that no request window waits behind one. */
export class ValkeySnapshots implements SnapshotPlace {
  readonly #client: Redis
  #hasRoom = true
  #lookedAt = Number.NEGATIVE_INFINITY

  /** @param url as in `connectValkey`. */
  constructor(url: string) {
    this.#client = connectValkey(url, PREFIX)
  }

  async get(name: string): Promise<Uint8Array | undefined> {
    return (await this.#client.getBuffer(keyOf(name))) ?? undefined
  }

  async set(name: string, bytes: Uint8Array, lifetimeMs: number): Promise<boolean> {
    if (!(await this.#isRoomy())) return false
    const value = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    return (await this.#client.set(keyOf(name), value, 'PX', lifetimeMs)) === 'OK'
  }

  async close(): Promise<void> {
    this.#client.disconnect()
  }

  async #isRoomy(): Promise<boolean> {
    const now = performance.now()
    if (now - this.#lookedAt < MEMORY_CHECK_MS) return this.#hasRoom
    this.#lookedAt = now
    this.#hasRoom = isRoomy(await this.#client.info('memory'))
    return this.#hasRoom
  }
}

function keyOf(name: string): string {
  return `${PREFIX}:${name}`
}

/** True if less memory is used than the share of `maxmemory`, or of the machine's memory if that is not set. */
export function isRoomy(info: string): boolean {
  const read = (field: string): number => Number(new RegExp(`^${field}:(\\d+)`, 'm').exec(info)?.[1] ?? 0)
  const most = read('maxmemory') || read('total_system_memory')
  return most === 0 || read('used_memory') < MAX_MEMORY_SHARE * most
}
