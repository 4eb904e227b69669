import type { ConversationFacts, OpaqueFacts } from '../compression/compression-port.ts'
import type { Clock, Log } from '../ports.ts'
import type { Counters } from './counters.ts'
import { type Exchange, ownMilliseconds } from './exchange.ts'
import type { TurnBill, TurnEntry, TurnStore } from './turn-port.ts'

export interface TurnRecorderDeps {
  readonly store: Pick<TurnStore, 'add'>
  readonly clock: Clock
  readonly log: Log
  readonly counters: Counters
}

/** The end of a request. */
export interface FinishedTurn {
  readonly facts: ConversationFacts | OpaqueFacts
  readonly status: number
  /** Null if the response reported no usage. */
  readonly bill: TurnBill | null
}

const INTERVAL_MS = 1000
/**
 * Limits of entries that are not written yet. From `MAX_WAITING_FIRST` on, new entries of first turns are dropped, since
 * they save nothing; from `MAX_WAITING` on, all new entries.
 */
const MAX_WAITING_FIRST = 200
const MAX_WAITING = 2000

/** Writes the requests of sessions in batches. Clients never wait for it. */
export class TurnRecorder {
  readonly #deps: TurnRecorderDeps
  #waiting: TurnEntry[] = []
  /** Number of entries that are not written yet, with those that the store is writing. */
  #unwritten = 0
  #writing: Promise<void> = Promise.resolve()
  #timer: NodeJS.Timeout | undefined

  constructor(deps: TurnRecorderDeps) {
    this.#deps = deps
  }

  /** Records a finished request. Requests outside of a conversation are ignored. */
  record(exchange: Exchange, { facts, status, bill }: FinishedTurn): void {
    const { caller, sessionHash, figures, model = '' } = exchange
    if (!caller || sessionHash === undefined || facts.kind !== 'conversation') return
    const { accountId } = caller
    const at = this.#deps.clock.now()
    if (this.#unwritten >= (facts.turn > 1 ? MAX_WAITING : MAX_WAITING_FIRST)) {
      this.#deps.counters.add('turn_left_out')
      return
    }
    this.#unwritten++
    this.#waiting.push({
      accountId,
      idHash: sessionHash,
      at,
      turn: facts.turn,
      model,
      status,
      outcome: exchange.outcome,
      hasMoved: exchange.hasMoved,
      originalTokens: figures.original,
      optimizedTokens: figures.optimized,
      overheadMicroseconds: Math.max(0, Math.round(1000 * (exchange.overheadMs ?? ownMilliseconds(exchange)))),
      bill,
    })
    this.#timer ??= setTimeout(() => void this.flush(), INTERVAL_MS).unref()
  }

  /** Resolves when everything recorded so far is written. */
  flush(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const entries = this.#waiting
    this.#waiting = []
    if (entries.length > 0) this.#writing = this.#writing.then(() => this.#write(entries))
    return this.#writing
  }

  async #write(entries: readonly TurnEntry[]): Promise<void> {
    try {
      await this.#deps.store.add(entries)
    } catch (error) {
      this.#deps.counters.add('record_failed')
      this.#deps.log.error({ error, turns: entries.length }, 'Requests of sessions could not be stored.')
    } finally {
      this.#unwritten -= entries.length
    }
  }
}
