import type { RateSubject } from '../../gate/rate-limiter-port.ts'
import type { Clock } from '../../ports.ts'
import { SubjectCounts } from '../subject-counts.ts'
import type { CountedWindow, OwnCount, Subject } from './shared-windows.ts'

const MINUTE_MS = 60_000
/** Memory for the counts of one kind of subject, in bytes. */
const MAX_BYTES = 16 * 1024 * 1024
/** Size of an entry with the counts of two nodes. */
const BYTES_PER_ENTRY = 400

interface Entry {
  sum: number
  readonly byNode: Map<string, number>
}

/** The windows of several nodes in the memory of one process. Each call names its node. */
export class MemoryWindows {
  readonly #clock: Clock
  readonly #entries: Readonly<Record<RateSubject['kind'], SubjectCounts<Entry>>>
  #minute = 0

  constructor(clock: Clock, maxBytes = MAX_BYTES) {
    this.#clock = clock
    const create = (): Entry => ({ sum: 0, byNode: new Map() })
    const options = { maxBytes, bytesPerEntry: BYTES_PER_ENTRY, create }
    this.#entries = { key: new SubjectCounts(options), address: new SubjectCounts(options) }
  }

  take(node: string, { kind, id }: Subject, { minute, total }: OwnCount): CountedWindow {
    const now = this.#enterMinute()
    const entry = this.#entries[kind].open(id)
    const before = entry.byNode.get(node) ?? 0
    const own = Math.max(before + 1, minute === this.#minute ? total : 0)
    entry.byNode.set(node, own)
    entry.sum += own - before
    return { minute: this.#minute, own, sum: entry.sum, now }
  }

  peek(node: string, { kind, id }: Subject): CountedWindow {
    const now = this.#enterMinute()
    const entry = this.#entries[kind].find(id)
    return { minute: this.#minute, own: entry?.byNode.get(node) ?? 0, sum: entry?.sum ?? 0, now }
  }

  #enterMinute(): number {
    const now = this.#clock.now()
    const minute = Math.floor(now / MINUTE_MS)
    if (minute !== this.#minute) {
      this.#minute = minute
      this.#entries.key.clear()
      this.#entries.address.clear()
    }
    return now
  }
}
