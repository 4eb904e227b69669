import { Worker } from 'node:worker_threads'
import { sharedVocabulary } from '@pleat/core'
import { threadModule } from '../../built-files.ts'
import { copyBody } from '../../large-buffer.ts'
import type { Log } from '../../ports.ts'
import {
  type InvalidTranscript,
  TranscriptQueueFull,
  type TranscriptRequest,
  type TranscriptView,
  type TranscriptWorker,
} from '../../routes/transcript-port.ts'
import type { TranscriptCall, TranscriptHostCall, TranscriptThreadData } from './transcript-calls.ts'
import { WatchedThread } from './watched-thread.ts'

/** Limits of waiting transcripts, including the one in progress. */
export interface QueueLimits {
  readonly calls: number
  readonly bytes: number
  /** Share of the calls and bytes that one account may use, from 0 to 1. */
  readonly accountShare: number
}

export interface ThreadedTranscriptsOptions {
  readonly log: Log
  /** Opens a thread. A test replaces it to end the thread. */
  readonly open?: (data: TranscriptThreadData) => Worker
  readonly queue?: QueueLimits
}

/** Two transcripts of the largest size, or very many short ones: about 30 s of work at most. */
const QUEUE: QueueLimits = { calls: 64, bytes: 16_000_000, accountShare: 0.5 }
/** Least amount of work that the thread does per second. */
const BYTES_A_SECOND = 500_000
/** Transcripts of at least this size have a separate thread, so that short ones never wait behind them. */
const LONG_BYTES = 128 * 1024
const DEADLINE_MS = 30_000
const STUCK_MS = 25_000
/** Heap of a thread. A transcript that needs more ends the thread, and not the process. */
const HEAP_MB = 1024
/** Heap in megabytes for new objects, in addition. Node's default of 192 remains with the thread once it is used. */
const YOUNG_MB = 48

interface Lane {
  readonly thread: WatchedThread<TranscriptCall, TranscriptHostCall>
  /** The ticket of the newest transcript that ended the thread. */
  killer: number
  /** Transcripts that the thread has not finished, by account. */
  readonly waiting: Map<string, { calls: number; bytes: number }>
}

/** Reads and compresses transcripts in separate threads. */
export class ThreadedTranscripts implements TranscriptWorker {
  readonly #usual: Lane
  readonly #long: Lane
  readonly #queue: QueueLimits
  #lastTicket = 0

  constructor({ log, open = openThread, queue = QUEUE }: ThreadedTranscriptsOptions) {
    this.#queue = queue
    const create = (): Lane => {
      const lane: Lane = {
        waiting: new Map(),
        killer: 0,
        thread: new WatchedThread({
          open: (heartbeat) => open({ heartbeat, vocabulary: sharedVocabulary() }),
          handle: () => undefined,
          stuckMs: STUCK_MS,
          onKilled(owner) {
            lane.killer = owner
            log.error({}, 'A transcript thread was ended; another is started.')
          },
          onOpenFailed: (error) => log.error({ error }, 'A transcript thread could not be started.'),
        }),
      }
      return lane
    }
    this.#usual = create()
    this.#long = create()
  }

  async enhance({ owner, body }: TranscriptRequest): Promise<TranscriptView | InvalidTranscript> {
    const lane = body.length >= LONG_BYTES ? this.#long : this.#usual
    this.#refuseWhenFull(lane, owner, body.length)
    const copy = copyBody(body)
    if (copy === undefined) throw new TranscriptQueueFull(secondsFor(totalOf(lane).bytes))
    const ticket = (this.#lastTicket % 0x7fff_ffff) + 1
    this.#lastTicket = ticket
    const leaveQueue = joinQueue(lane, owner, body.length)
    const outcome = await lane.thread.call<TranscriptView | InvalidTranscript>(
      { op: 'enhance', ticket, owner, body: copy, expiresAt: Date.now() + DEADLINE_MS },
      { buffers: [copy.buffer as ArrayBuffer], deadlineMs: DEADLINE_MS, waitsFor: () => true },
    )
    if (outcome.kind === 'result') {
      leaveQueue()
      return outcome.result
    }
    // After its deadline, the transcript is still in the thread's queue.
    void lane.thread.notify({ op: 'release' }).then(leaveQueue)
    // A retry would end the thread again, and with it the calls of others.
    if (outcome.why === 'died' && lane.killer === ticket) return tooCostly(body.length)
    throw new TranscriptQueueFull(secondsFor(totalOf(lane).bytes))
  }

  async warmUp(): Promise<void> {
    await this.#usual.thread.call(
      { op: 'warm-up' },
      { deadlineMs: DEADLINE_MS, waitsFor: () => true, hasLongSteps: true },
    )
  }

  async close(): Promise<void> {
    await Promise.all([this.#usual.thread.close(), this.#long.thread.close()])
  }

  /** An idle lane accepts a transcript of any length. One account never fills it for the others. */
  #refuseWhenFull(lane: Lane, owner: string, bytes: number): void {
    const all = totalOf(lane)
    if (all.calls === 0) return
    const { calls: mostCalls, bytes: mostBytes, accountShare } = this.#queue
    const mine = lane.waiting.get(owner) ?? { calls: 0, bytes: 0 }
    const isFull = all.calls + 1 > mostCalls || all.bytes + bytes > mostBytes
    const hasShare = mine.calls + 1 <= accountShare * mostCalls && mine.bytes + bytes <= accountShare * mostBytes
    if (isFull || (mine.calls > 0 && !hasShare)) throw new TranscriptQueueFull(secondsFor(all.bytes))
  }
}

function tooCostly(bytes: number): InvalidTranscript {
  const limits = `${STUCK_MS / 1000} s or ${HEAP_MB} MB of memory`
  const message = `The transcript of ${bytes} bytes needs more than ${limits}. Send a shorter one.`
  return { kind: 'invalid', code: 'invalid_request', message, parameter: undefined }
}

/** Counts a transcript of `bytes` as waiting, until the returned function is called. */
function joinQueue({ waiting }: Lane, owner: string, bytes: number): () => void {
  const mine = waiting.get(owner) ?? { calls: 0, bytes: 0 }
  waiting.set(owner, mine)
  mine.calls++
  mine.bytes += bytes
  return () => {
    mine.calls--
    mine.bytes -= bytes
    if (mine.calls === 0) waiting.delete(owner)
  }
}

function totalOf({ waiting }: Lane): { calls: number; bytes: number } {
  let calls = 0
  let bytes = 0
  for (const one of waiting.values()) {
    calls += one.calls
    bytes += one.bytes
  }
  return { calls, bytes }
}

function secondsFor(bytes: number): number {
  return Math.max(1, Math.ceil(bytes / BYTES_A_SECOND))
}

function openThread(data: TranscriptThreadData): Worker {
  return new Worker(threadModule('transcript-thread'), {
    name: 'pleat-transcripts',
    workerData: data,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB, maxYoungGenerationSizeMb: YOUNG_MB },
    // The process may have been started with options that are invalid for a thread.
    execArgv: [],
  })
}
