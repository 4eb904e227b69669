import { hash } from 'node:crypto'
import type { CacheTable, TranscriptMessage, WireFormat } from '@pleat/core'
import type { CloudStore } from '../../cloud/cloud-port.ts'
import type { EngineReading } from '../../compression/compression-engine.ts'
import type {
  Compression,
  Finish,
  Prepared,
  PrepareRequest,
  Reading,
  ReadOptions,
} from '../../compression/compression-port.ts'
import type { CompressionCounter } from '../../compression/counter-sink.ts'
import type { Snapshots } from '../../compression/snapshot-port.ts'
import { copyBody } from '../../large-buffer.ts'
import type { Log } from '../../ports.ts'
import { AccountQueues } from './account-queues.ts'
import { answerHostCall } from './answer-host-call.ts'
import type { CompressionCall, HostCall } from './compression-calls.ts'
import { CostlyBodies } from './costly-bodies.ts'
import { type LaneSettings, longLane, openLaneThread, usualLane } from './lane-settings.ts'
import { noteStall, type Ticket, timeLeft } from './ticket.ts'
import { unprepared, unreadBody } from './unread-body.ts'
import { type NoResult, type Outcome, type Spent, WatchedThread } from './watched-thread.ts'

export interface ThreadedCompressionOptions {
  /** Threads for bodies below `LONG_LANE_BYTES`. Longer ones have one thread to themselves. */
  readonly threads: number
  /** Memory for fold states in all threads together, in bytes. The least recently used are evicted. */
  readonly foldBytes: number
  readonly hasClouds: boolean
  /** How providers cache the input of models. */
  readonly caches: CacheTable
  /** Milliseconds for which a request waits for its fold. Then the original is sent. */
  readonly foldTimeoutMs: number
  readonly store: CloudStore
  /** Fold states that all nodes share. Undefined: each node has its own. */
  readonly snapshots: Snapshots | undefined
  readonly log: Log
  readonly counters: { add(name: CompressionCounterName): void }
}

/** Counters of the threads, and of calls without a result. */
type CompressionCounterName = CompressionCounter | 'fold_late' | 'thread_killed'

/**
 * Bodies of at least this size have a separate thread, and so have smaller ones with a message of at least
 * `LONG_TEXT_BYTES`: their long steps must not delay other requests. Reading a text of that length can take 0.2 s in
 * one step.
 */
const LONG_LANE_BYTES = 1024 * 1024
const LONG_TEXT_BYTES = 128 * 1024
/** Limits of the bodies in a lane, of one account and of all. Beyond them, the original is sent. */
const MAX_ACCOUNT_BYTES = 72 * 1024 * 1024
const MAX_LANE_BYTES = 108 * 1024 * 1024
/** An idle lane for long bodies is stopped after this time, which frees its memory. */
const IDLE_LANE_MS = 10 * 60_000
const IDLE_CHECK_MS = 60_000

/** Bytes of one account's bodies that a lane reads at once, unless one is longer. Others wait in the main thread. */
const READ_AT_ONCE_BYTES = 256 * 1024

/** Reasons for doing nothing, as in `X-Service-Compression`. */
const OUTCOMES: Readonly<Record<NoResult, string>> = {
  deadline: 'deadline',
  stalled: 'busy',
  died: 'busy',
  closed: 'busy',
  'no-resources': 'busy',
}

interface Lane {
  readonly thread: WatchedThread<CompressionCall, HostCall>
  readonly reads: AccountQueues
  /** Bytes of the bodies in the lane. */
  bytes: number
  readonly bytesByAccount: Map<string, number>
  usedAt: number
}

/** Reads, counts and folds request bodies in separate threads. */
export class ThreadedCompression implements Compression {
  readonly #options: ThreadedCompressionOptions
  readonly #usual: readonly Lane[]
  readonly #long: Lane
  readonly #tickets = new Map<number, Ticket>()
  readonly #costly: CostlyBodies
  readonly #idleCheck: NodeJS.Timeout
  /** True during the warm-up. Compilation then makes steps long, and no request gives up its fold because of them. */
  #isWarmingUp = false
  #lastTicket = 0

  constructor(options: ThreadedCompressionOptions) {
    this.#options = options
    this.#costly = new CostlyBodies(() => performance.now())
    const { threads, foldBytes } = options
    this.#usual = Array.from({ length: threads }, () => this.#createLane(usualLane(foldBytes, threads)))
    this.#long = this.#createLane(longLane(foldBytes))
    this.#idleCheck = setInterval(() => this.#stopIdleLane(), IDLE_CHECK_MS).unref()
  }

  async read(body: Buffer, { accountId, affinity, format, patience = 1 }: ReadOptions): Promise<Reading> {
    const startedAt = performance.now()
    const ticket: Ticket = {
      accountId,
      affinity,
      bytes: body.length,
      startedAt,
      patience,
      stalled: { cpuMs: 0, clockMs: 0 },
      isReleased: false,
    }
    if (this.#costly.includes(ticket)) return unreadBody('too-costly', body)
    return await this.#readIn(this.#laneOf(ticket), ticket, { format, body })
  }

  async #readIn(lane: Lane, ticket: Ticket, source: { format: WireFormat; body: Buffer }): Promise<Reading> {
    const { accountId, bytes } = ticket
    if (isFull(lane, ticket)) return unreadBody('busy', source.body)
    const id = this.#open(lane, ticket)
    const work = { accountId, bytes, patienceMs: timeLeft(ticket, this.#options.foldTimeoutMs) }
    const read: Outcome<EngineReading> = (await lane.reads.run(work, () =>
      this.#read(lane, { id, ticket, ...source }),
    )) ?? { kind: 'none', why: 'deadline' }
    if (read.kind === 'none') {
      this.#release(lane, id, { cloud: undefined })
      return unreadBody(this.#noteFailure(read.why), source.body)
    }
    const { facts, longestText } = read.result
    if (lane !== this.#long && longestText >= LONG_TEXT_BYTES) {
      this.#release(lane, id, { cloud: undefined })
      return await this.#readIn(this.#long, { ...ticket, isReleased: false }, source)
    }
    return {
      facts,
      prepare: (request) => this.#prepare(lane, { id, ticket }, request),
      release: (finish) => this.#release(lane, id, finish),
    }
  }

  async warmUp(messages: readonly TranscriptMessage[]): Promise<void> {
    this.#isWarmingUp = true
    await Promise.all(
      this.#usual.map(({ thread }) =>
        thread.call<void>(
          { op: 'warm-up', messages },
          { deadlineMs: 60_000, waitsFor: () => true, hasLongSteps: true },
        ),
      ),
    )
    this.#isWarmingUp = false
  }

  async flush(): Promise<void> {
    const running = [...this.#usual, this.#long].filter(({ thread }) => thread.isRunning)
    await Promise.all(
      // A thread that waits for a slow store makes no steps.
      running.map(({ thread }) =>
        thread.call<void>({ op: 'flush' }, { deadlineMs: 60_000, waitsFor: () => true, hasLongSteps: true }),
      ),
    )
  }

  async close(): Promise<void> {
    clearInterval(this.#idleCheck)
    await Promise.all([...this.#usual, this.#long].map(({ thread }) => thread.close()))
  }

  #read(
    lane: Lane,
    { id, ticket, format, body }: { id: number; ticket: Ticket; format: WireFormat; body: Buffer },
  ): Promise<Outcome<EngineReading>> {
    const copy = copyBody(body)
    if (copy === undefined) return Promise.resolve({ kind: 'none', why: 'no-resources' })
    const call: CompressionCall = { op: 'read', ticket: id, accountId: ticket.accountId, format, body: copy }
    return this.#call<EngineReading>(lane, call, { ticket, buffers: [copy.buffer as ArrayBuffer] })
  }

  async #prepare(
    lane: Lane,
    { id, ticket }: { id: number; ticket: Ticket },
    request: PrepareRequest,
  ): Promise<Prepared> {
    const call: CompressionCall = { op: 'prepare', ticket: id, request }
    const prepared = await this.#call<Prepared>(lane, call, { ticket })
    if (prepared.kind === 'none') return unprepared(this.#noteFailure(prepared.why), ticket.bytes)
    const { body, stripped } = prepared.result
    return { ...prepared.result, body: body && asBuffer(body), stripped: stripped && asBuffer(stripped) }
  }

  #call<Result>(
    { thread }: Lane,
    call: CompressionCall,
    { ticket, buffers = [] }: { ticket: Ticket; buffers?: readonly ArrayBuffer[] },
  ): Promise<Outcome<Result>> {
    const deadlineMs = timeLeft(ticket, this.#options.foldTimeoutMs)
    const waitsFor = (owner: number, spent: Spent) =>
      this.#isWarmingUp || this.#tickets.get(owner)?.accountId === ticket.accountId || noteStall(ticket, spent)
    return thread.call<Result>(call, { buffers, deadlineMs, waitsFor })
  }

  #noteFailure(why: NoResult): string {
    const { counters, log } = this.#options
    counters.add(why === 'deadline' ? 'fold_late' : 'fold_skipped')
    log.warn({ why }, 'A compression thread returned no result; the original is sent.')
    return OUTCOMES[why]
  }

  #open(lane: Lane, ticket: Ticket): number {
    const id = (this.#lastTicket % MAX_TICKET) + 1
    this.#lastTicket = id
    this.#tickets.set(id, ticket)
    count(lane, ticket, ticket.bytes)
    lane.usedAt = performance.now()
    return id
  }

  #release(lane: Lane, id: number, finish: Finish): void {
    const ticket = this.#tickets.get(id)
    if (ticket === undefined || ticket.isReleased) return
    ticket.isReleased = true
    // The thread may work on the body for longer than the request waits, and its queue may contain others.
    void lane.thread.notify({ op: 'release', ticket: id, finish }).then(() => {
      this.#tickets.delete(id)
      count(lane, ticket, -ticket.bytes)
    })
  }

  /** Requests of one conversation use the same thread, and so the same memory. */
  #laneOf({ accountId, affinity, bytes }: Ticket): Lane {
    if (bytes >= LONG_LANE_BYTES) return this.#long
    if (this.#usual.length === 1) return this.#usual[0]!
    const digest = hash('sha1', `${accountId}\n${affinity}`, 'hex')
    return this.#usual[Number.parseInt(digest.slice(0, 8), 16) % this.#usual.length]!
  }

  #createLane(settings: LaneSettings): Lane {
    const { hasClouds, caches, snapshots } = this.#options
    const data = { hasClouds, hasSnapshots: snapshots !== undefined, caches }
    const thread = new WatchedThread<CompressionCall, HostCall>({
      open: (heartbeat) => openLaneThread(settings, { heartbeat, ...data }),
      handle: (call) => answerHostCall(this.#options, call),
      stuckMs: settings.stuckMs,
      onKilled: (owner) => this.#onKilled(owner),
      onOpenFailed: (error) => this.#options.log.error({ error }, 'A compression thread could not be started.'),
    })
    return { thread, reads: new AccountQueues(READ_AT_ONCE_BYTES), bytes: 0, bytesByAccount: new Map(), usedAt: 0 }
  }

  #onKilled(owner: number): void {
    const { counters, log } = this.#options
    counters.add('thread_killed')
    const ticket = this.#tickets.get(owner)
    if (ticket) this.#costly.add(ticket)
    log.error(
      { account: ticket?.accountId, bytes: ticket?.bytes },
      'A compression thread was ended; another is started.',
    )
  }

  #stopIdleLane(): void {
    const { thread, usedAt, bytes } = this.#long
    // A body that is still in use is read into the tag cloud when its response has ended.
    if (thread.isRunning && bytes === 0 && performance.now() - usedAt > IDLE_LANE_MS) void thread.stop()
  }
}

/** A body beyond the limits is read only if its account, or the lane, has no other. */
function isFull({ bytes, bytesByAccount }: Lane, ticket: Ticket): boolean {
  const own = bytesByAccount.get(ticket.accountId) ?? 0
  if (own > 0 && own + ticket.bytes > MAX_ACCOUNT_BYTES) return true
  return bytes > 0 && bytes + ticket.bytes > MAX_LANE_BYTES
}

function count(lane: Lane, { accountId }: Ticket, bytes: number): void {
  lane.bytes += bytes
  const own = (lane.bytesByAccount.get(accountId) ?? 0) + bytes
  if (own > 0) lane.bytesByAccount.set(accountId, own)
  else lane.bytesByAccount.delete(accountId)
}

const MAX_TICKET = 0x7fff_ffff // Heartbeats store tickets in 32 bits.

function asBuffer({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer as ArrayBuffer, byteOffset, byteLength)
}
