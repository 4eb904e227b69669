import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { deflateRaw, inflateRaw } from 'node:zlib'
import type { SnapshotEvent, SnapshotKey, Snapshots } from '../../compression/snapshot-port.ts'
import { createSeal, type Seal, type SealingSecrets } from '../../money/seal.ts'
import type { Log } from '../../ports.ts'
import { within } from '../../within.ts'
import { Circuit } from '../shared-rate-limiter/circuit.ts'
import type { SnapshotPlace } from './snapshot-place.ts'

export interface SharedSnapshotsOptions {
  readonly place: SnapshotPlace
  readonly secrets: SealingSecrets
  /** Longest wait of a request for a snapshot, in milliseconds. */
  readonly answerMs: number
  /** Lifetime of a written snapshot, in milliseconds. */
  readonly lifetimeMs: number
  readonly log: Log
  /** Name of the place for the log: `Redis`. */
  readonly name: string
}

/** Largest snapshot before compression, in bytes: that of a conversation of about a million tokens. */
const MAX_BYTES = 4 * 1024 * 1024
/**
 * Limit of bytes that wait to be written. Beyond it a snapshot is omitted, and a later one of the session is written.
 */
const MAX_WAITING_BYTES = 32 * 1024 * 1024
/** Bytes per step of the decompression. Each step is a round trip to a thread; most snapshots take one. */
const STEP_BYTES = 512 * 1024
/** Compression level: half the size, at a twentieth of the time of the best compression. */
const FAST = { level: 1 }
const compress = promisify(deflateRaw)
const decompress = promisify(inflateRaw)
/** Milliseconds between two attempts to reach an unresponsive place. */
const RETRY_MS = 1000

/**
 * Snapshots in a place that all nodes share, compressed and sealed with the server's secret. An unreachable or slow
 * place delays a request by at most `answerMs`. After consecutive failures, one request a second asks it, and the
 * others do not wait.
 */
export class SharedSnapshots implements Snapshots {
  readonly #options: SharedSnapshotsOptions
  readonly #seal: Seal
  readonly #circuit: Circuit
  readonly #counts: Record<SnapshotEvent, number> = {
    used: 0,
    missing: 0,
    late: 0,
    refused: 0,
    written: 0,
    left_out: 0,
  }
  #waitingBytes = 0
  #askedAt = 0

  constructor(options: SharedSnapshotsOptions) {
    this.#options = options
    this.#seal = createSeal(options.secrets, 'snapshots')
    this.#circuit = new Circuit((isOpen, error) => this.#logChange(isOpen, error))
    // Derives the key now, since that takes longer than the first request waits.
    void this.#seal.seal(new Uint8Array(), []).catch(() => {})
  }

  async find(key: SnapshotKey): Promise<Uint8Array | undefined> {
    if (this.#circuit.isOpen && performance.now() - this.#askedAt < RETRY_MS) return this.#nothing('late')
    this.#askedAt = performance.now()
    const { place, answerMs } = this.#options
    let sealed: Uint8Array | undefined
    try {
      sealed = await within(answerMs, place.get(nameOf(key)))
      this.#circuit.succeeded()
    } catch (error) {
      this.#circuit.failed(error)
      return this.#nothing('late')
    }
    if (sealed === undefined) return this.#nothing('missing')
    try {
      return await decompress(await this.#seal.open(sealed, labelOf(key)), {
        maxOutputLength: MAX_BYTES,
        chunkSize: STEP_BYTES,
      })
    } catch {
      // Sealed with another secret, or damaged.
      return this.#nothing('refused')
    }
  }

  async save(key: SnapshotKey, bytes: Uint8Array): Promise<void> {
    const { place, lifetimeMs } = this.#options
    const { length } = bytes
    const isTooMuch = length > MAX_BYTES || this.#waitingBytes + length > MAX_WAITING_BYTES
    if (this.#circuit.isOpen || isTooMuch) return void this.#counts.left_out++
    this.#waitingBytes += length
    try {
      const sealed = await this.#seal.seal(await compress(bytes, FAST), labelOf(key))
      const isKept = await place.set(nameOf(key), sealed, lifetimeMs)
      this.#counts[isKept ? 'written' : 'left_out']++
    } catch {
      // The requests that wait for a response detect whether the place is unreachable.
      this.#counts.left_out++
    } finally {
      this.#waitingBytes -= length
    }
  }

  note(event: 'used' | 'refused'): void {
    this.#counts[event]++
  }

  read(): Readonly<Record<SnapshotEvent, number>> {
    return { ...this.#counts }
  }

  async close(): Promise<void> {
    await this.#options.place.close()
  }

  #nothing(event: SnapshotEvent): undefined {
    this.#counts[event]++
    return undefined
  }

  #logChange(isOpen: boolean, error: unknown): void {
    const { log, name } = this.#options
    if (isOpen) {
      log.warn({ error }, `${name} does not return snapshots in time. Conversations of other nodes are folded anew.`)
    } else log.info({}, `${name} returns snapshots in time again.`)
  }
}

function labelOf({ accountId, idHash, beginning }: SnapshotKey): readonly string[] {
  return [accountId, idHash, beginning]
}

/** A hash: neither the account nor the session can be read from it. */
function nameOf(key: SnapshotKey): string {
  return createHash('sha256')
    .update(JSON.stringify(labelOf(key)))
    .digest('base64url')
}
