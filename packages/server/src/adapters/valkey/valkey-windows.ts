import { randomUUID } from 'node:crypto'
import { Redis } from 'iovalkey'
import {
  type CountedWindow,
  NODE_LIFE_MS,
  type OwnCount,
  type SharedWindows,
  type Subject,
} from '../shared-rate-limiter/shared-windows.ts'
import { BEAT, READ_WINDOW, TAKE_SLOT } from './scripts.ts'

/** Before each name, so that a server may be shared with other programs. */
const PREFIX = 'pleat'
const NODES = `${PREFIX}:nodes`
/** Longer than a minute, so that a window never ends before its minute does. */
const WINDOW_TTL_SECONDS = 120
const CONNECT_TIMEOUT_MS = 2000
/** A connection on which nothing came for so long is given up; there is a beat every second. */
const SILENT_MS = 3000
const MOST_RETRY_MS = 1000

/** A client with the scripts as commands. */
type Client = Redis & {
  takeSlot(key: string, node: string, minute: number, total: number, ttl: number): Promise<number[]>
  readWindow(key: string, node: string): Promise<number[]>
  beat(key: string, node: string, lifeMs: number): Promise<number>
}

/** Request windows in Valkey or Redis. Nothing waits for a connection: without one every call rejects at once. */
export class ValkeyWindows implements SharedWindows {
  readonly #node = randomUUID()
  readonly #client: Client

  /** @param url `redis://` or `rediss://` with TLS; may hold a user, a password and the number of a database. */
  constructor(url: string) {
    this.#client = new Redis(url, {
      connectionName: PREFIX,
      connectTimeout: CONNECT_TIMEOUT_MS,
      socketTimeout: SILENT_MS,
      // A request that waits is answered by this node alone, and one that is sent twice would be counted twice.
      enableOfflineQueue: false,
      autoResendUnfulfilledCommands: false,
      maxRetriesPerRequest: 0,
      retryStrategy: (times) => Math.min(50 * 2 ** Math.min(times, 10), MOST_RETRY_MS),
      // A primary that became a replica keeps its connections.
      reconnectOnError: ({ message }) => message.startsWith('READONLY'),
      scripts: {
        takeSlot: { lua: TAKE_SLOT, numberOfKeys: 1 },
        readWindow: { lua: READ_WINDOW, numberOfKeys: 1 },
        beat: { lua: BEAT, numberOfKeys: 1 },
      },
    }) as Client
    // The calls that fail tell of it.
    this.#client.on('error', () => {})
  }

  async take(subject: Subject, { minute, total }: OwnCount): Promise<CountedWindow> {
    return windowOf(await this.#client.takeSlot(keyOf(subject), this.#node, minute, total, WINDOW_TTL_SECONDS))
  }

  async peek(subject: Subject): Promise<CountedWindow> {
    return windowOf(await this.#client.readWindow(keyOf(subject), this.#node))
  }

  beat(): Promise<number> {
    return this.#client.beat(NODES, this.#node, NODE_LIFE_MS)
  }

  /** Also says that this node is gone, where that can be said. */
  async close(): Promise<void> {
    if (this.#client.status === 'ready') {
      const told = this.#client.zrem(NODES, this.#node).catch(() => {})
      await Promise.race([told, new Promise((resolve) => setTimeout(resolve, 100))])
    }
    this.#client.disconnect()
  }
}

/** The braces keep all windows of a subject on one server of a cluster. */
function keyOf({ kind, id }: Subject): string {
  return `${PREFIX}:{${kind}:${id}}`
}

function windowOf([minute, own, sum, now]: readonly number[]): CountedWindow {
  return { minute: minute!, own: own!, sum: sum!, now: now! }
}
