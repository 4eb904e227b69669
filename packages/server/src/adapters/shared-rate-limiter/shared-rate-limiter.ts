import type { RateLimiter, RateLimiterState, RateSubject, RateWindow } from '../../gate/rate-limiter-port.ts'
import type { Clock, Log } from '../../ports.ts'
import { within } from '../../within.ts'
import { SubjectCounts } from '../subject-counts.ts'
import { Circuit } from './circuit.ts'
import { KnownNodes } from './known-nodes.ts'
import { type KnownWindow, shareOf } from './node-share.ts'
import type { CountedWindow, SharedWindows } from './shared-windows.ts'

export interface SharedRateLimiterOptions {
  readonly windows: SharedWindows
  readonly clock: Clock
  readonly log: Log
  /** Name of the shared place for the log: `Redis`. */
  readonly place: string
  /** Longest wait of a request for its count, in milliseconds. */
  readonly answerMs: number
  /** Least number of nodes. */
  readonly leastNodes: number
}

const MINUTE_MS = 60_000
const MAX_BYTES = 10 * 1024 * 1024
const BYTES_PER_ENTRY = 160
/** Interval of this node's heartbeats, and of attempts to reach the place again, in milliseconds. */
const BEAT_MS = 1000
const RETRY_MS = 200

/**
 * Counts requests together with other nodes, in the minutes of a common clock. A request waits for its count for at
 * most `answerMs`. Without a response, this node limits by its share. After consecutive failures it does so without
 * asking, until a heartbeat is answered in time again.
 */
export class SharedRateLimiter implements RateLimiter {
  readonly #options: SharedRateLimiterOptions
  readonly #circuit: Circuit
  readonly #nodes: KnownNodes
  readonly #known: Readonly<Record<RateSubject['kind'], SubjectCounts<KnownWindow>>>
  /** Difference between the common clock and this node's, in milliseconds. */
  #offsetMs = 0
  #minute = 0
  #alone = 0
  #timer: NodeJS.Timeout | undefined
  #isClosed = false

  constructor(options: SharedRateLimiterOptions) {
    this.#options = options
    this.#circuit = new Circuit((isOpen, error) => this.#logChange(isOpen, error))
    this.#nodes = new KnownNodes(options.leastNodes, () => performance.now())
    const create = (): KnownWindow => ({ own: 0, sum: 0, ownInSum: 0 })
    const counts = { maxBytes: MAX_BYTES, bytesPerEntry: BYTES_PER_ENTRY, create }
    this.#known = { key: new SubjectCounts(counts), address: new SubjectCounts(counts) }
    void this.#beat()
  }

  get state(): RateLimiterState {
    return { isShared: !this.#circuit.isOpen, nodes: this.#nodes.count, alone: this.#alone }
  }

  async take(subject: RateSubject): Promise<RateWindow> {
    const known = this.#open(subject)
    // Counts only grow within a minute, so the response is known.
    if (known.sum >= subject.limit) return this.#describe(subject.limit, { remaining: 0, isExceeded: true })
    known.own++
    return this.#circuit.isOpen ? this.#takeAlone(subject, known, known.own) : this.#takeShared(subject, known)
  }

  async peek(subject: RateSubject): Promise<RateWindow> {
    const { windows, answerMs } = this.#options
    if (!this.#circuit.isOpen) {
      const counted = await within(answerMs, windows.peek(subject)).catch(() => undefined)
      if (counted) return describeCounted(subject.limit, counted)
    }
    const known = this.#open(subject)
    return this.#describeAlone(subject, known, known.own)
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#timer)
    await this.#options.windows.close()
  }

  async #takeShared(subject: RateSubject, known: KnownWindow): Promise<RateWindow> {
    const { windows, answerMs } = this.#options
    // A late response also reports the state of the window.
    const sent = { minute: this.#minute, total: known.own }
    const sentAt = this.#options.clock.now()
    const answer = windows.take(subject, sent).then((counted) => {
      this.#adoptTime(sentAt, counted.now)
      this.#adopt(subject, sent.minute, counted)
      return counted
    })
    try {
      const counted = await within(answerMs, answer)
      this.#circuit.succeeded()
      return describeCounted(subject.limit, counted)
    } catch (error) {
      this.#circuit.failed(error)
      return this.#takeAlone(subject, known, sent.total)
    }
  }

  #takeAlone(subject: RateSubject, known: KnownWindow, place: number): RateWindow {
    this.#alone++
    return this.#describeAlone(subject, known, place)
  }

  /** The place read its clock between the request and its response: a late response hardly corrects the difference. */
  #adoptTime(sentAt: number, now: number): void {
    const [least, most] = [now - this.#options.clock.now(), now - sentAt]
    this.#offsetMs = Math.min(most, Math.max(least, this.#offsetMs))
  }

  #adopt(subject: RateSubject, sentIn: number, { minute, own, sum }: CountedWindow): void {
    const believed = this.#known[subject.kind].find(subject.id)
    // Counted in a different minute than this node assumed.
    if (minute !== sentIn && sentIn === this.#minute && believed) believed.own--
    if (minute < this.#minute) return
    this.#turnTo(minute)
    const known = this.#known[subject.kind].open(subject.id)
    known.own = Math.max(known.own, own)
    if (sum < known.sum) return
    known.sum = sum
    known.ownInSum = own
  }

  #open({ kind, id }: RateSubject): KnownWindow {
    this.#turnTo(Math.floor((this.#options.clock.now() + this.#offsetMs) / MINUTE_MS))
    return this.#known[kind].open(id)
  }

  #turnTo(minute: number): void {
    if (minute === this.#minute) return
    this.#minute = minute
    this.#known.key.clear()
    this.#known.address.clear()
  }

  /** @param place position of the request among those of this node: others may have arrived while it waited. */
  #describeAlone({ limit }: RateSubject, known: KnownWindow, place: number): RateWindow {
    const used = place - known.ownInSum
    const share = shareOf(limit, this.#nodes.count, known)
    return this.#describe(limit, { remaining: Math.max(0, share - used), isExceeded: used > share })
  }

  #describe(limit: number, state: Pick<RateWindow, 'remaining' | 'isExceeded'>): RateWindow {
    return { limit, ...state, resetAtSeconds: (this.#minute + 1) * 60 }
  }

  async #beat(): Promise<void> {
    const { windows, answerMs } = this.#options
    const answer = windows.beat().then((nodes) => this.#nodes.heard(nodes))
    try {
      await within(answerMs, answer)
      this.#circuit.succeeded()
    } catch (error) {
      this.#circuit.failed(error)
    }
    // The next heartbeat waits for this one, so that an unresponsive place is not asked more and more.
    await answer.catch(() => {})
    if (!this.#isClosed) {
      this.#timer = setTimeout(() => void this.#beat(), this.#circuit.isOpen ? RETRY_MS : BEAT_MS).unref()
    }
  }

  #logChange(isOpen: boolean, error: unknown): void {
    const { log, place } = this.#options
    const nodes = this.#nodes.count
    if (this.#isClosed) return
    if (isOpen) {
      log.warn({ error, nodes }, `${place} does not answer. This node limits requests by its share until it does.`)
    } else {
      log.info({ nodes, alone: this.#alone }, `${place} answers. The nodes count requests together again.`)
    }
  }
}

function describeCounted(limit: number, { minute, sum }: CountedWindow): RateWindow {
  return {
    limit,
    remaining: Math.max(0, limit - sum),
    resetAtSeconds: (minute + 1) * 60,
    isExceeded: sum > limit,
  }
}
