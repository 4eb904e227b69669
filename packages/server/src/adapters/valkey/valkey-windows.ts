import { randomUUID } from 'node:crypto'
import type { Redis } from 'iovalkey'
import { within } from '../../within.ts'
import {
  type CountedWindow,
  NODE_LIFE_MS,
  type OwnCount,
  type SharedWindows,
  type Subject,
} from '../shared-rate-limiter/shared-windows.ts'
import { connectValkey } from './connect-valkey.ts'
import { BEAT, READ_WINDOW, TAKE_SLOT } from './scripts.ts'

/** Prefix of all keys, so that the server can be shared with other programs. */
const PREFIX = 'pleat'
const NODES = `${PREFIX}:nodes`
/** Longer than a minute, so that a window never ends before its minute does. */
const WINDOW_TTL_SECONDS = 120
/** Longest wait for the removal of this node at shutdown, in milliseconds. */
const REMOVE_MS = 100

/** A client with the scripts as commands. */
type Client = Redis & {
  takeSlot(key: string, node: string, minute: number, total: number, ttl: number): Promise<number[]>
  readWindow(key: string, node: string): Promise<number[]>
  beat(key: string, node: string, lifeMs: number): Promise<number>
}

/** Request windows in Valkey or Redis. The heartbeat of every second also detects a silent connection. */
export class ValkeyWindows implements SharedWindows {
  readonly #node = randomUUID()
  readonly #client: Client

  /** @param url as in `connectValkey`. */
  constructor(url: string) {
    this.#client = connectValkey(url, PREFIX, {
      scripts: {
        takeSlot: { lua: TAKE_SLOT, numberOfKeys: 1 },
        readWindow: { lua: READ_WINDOW, numberOfKeys: 1 },
        beat: { lua: BEAT, numberOfKeys: 1 },
      },
    }) as Client
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

  /** Also removes this node from the count of nodes, if the server is reachable. */
  async close(): Promise<void> {
    if (this.#client.status === 'ready') {
      const removed = this.#client.zrem(NODES, this.#node).catch(() => {})
      await within(REMOVE_MS, removed, () => {})
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
