import { Redis } from 'iovalkey'
import type { SnapshotPlace } from '../shared-snapshots/snapshot-place.ts'

const PREFIX = 'pleat:fold'
const CONNECT_TIMEOUT_MS = 2000
/** A connection on which a call has had no answer for so long is given up. */
const SILENT_MS = 3000
const MOST_RETRY_MS = 1000
/**
 * Snapshots are written while the server uses less than this share of the memory that it may use: request windows need the
 * rest, and without them every node limits for itself.
 */
const MOST_MEMORY_SHARE = 0.6
const MEMORY_LOOK_MS = 5000

/**
 * Sealed snapshots in Valkey or Redis, over a connection of their own, so that no request window waits behind one. Nothing
 * waits for a connection: without one every call rejects at once.
 */
export class ValkeySnapshots implements SnapshotPlace {
  readonly #client: Redis
  #hasRoom = true
  #lookedAt = Number.NEGATIVE_INFINITY

  /** @param url as that of `ValkeyWindows`. */
  constructor(url: string) {
    this.#client = new Redis(url, {
      connectionName: PREFIX,
      connectTimeout: CONNECT_TIMEOUT_MS,
      socketTimeout: SILENT_MS,
      enableOfflineQueue: false,
      autoResendUnfulfilledCommands: false,
      maxRetriesPerRequest: 0,
      retryStrategy: (times) => Math.min(50 * 2 ** Math.min(times, 10), MOST_RETRY_MS),
      reconnectOnError: ({ message }) => message.startsWith('READONLY'),
    })
    // The calls that fail tell of it.
    this.#client.on('error', () => {})
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
    if (now - this.#lookedAt < MEMORY_LOOK_MS) return this.#hasRoom
    this.#lookedAt = now
    this.#hasRoom = isRoomy(await this.#client.info('memory'))
    return this.#hasRoom
  }
}

function keyOf(name: string): string {
  return `${PREFIX}:${name}`
}

/** By what the server says of its memory, in bytes. Where it has no bound of its own, the machine's memory is one. */
export function isRoomy(info: string): boolean {
  const read = (field: string): number => Number(new RegExp(`^${field}:(\\d+)`, 'm').exec(info)?.[1] ?? 0)
  const most = read('maxmemory') || read('total_system_memory')
  return most === 0 || read('used_memory') < MOST_MEMORY_SHARE * most
}
