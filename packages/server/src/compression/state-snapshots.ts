import {
  type Conversation,
  createRecentMap,
  type FoldState,
  foldEngine,
  type Hash,
  keepCount,
  MESSAGE_FRAME_TOKENS,
  readSnapshot,
  type StaticVectors,
  type TokenMemo,
  transcriptOf,
  writeSnapshot,
  writeSnapshotInSteps,
} from '@pleat/core'
import type { SessionKey } from '../cloud/cloud-port.ts'
import type { Log } from '../ports.ts'
import type { CounterSink } from './counter-sink.ts'
import { type FoldMemory, nameOf } from './fold-memory.ts'
import { beginningHash } from './prefix-hashes.ts'
import type { SliceScheduler } from './slice-scheduler.ts'
import type { SnapshotKey, Snapshots } from './snapshot-port.ts'

export interface StateSnapshotDeps {
  readonly snapshots: Pick<Snapshots, 'find' | 'save' | 'note'>
  readonly hash: Hash
  readonly vectors: StaticVectors | undefined
  /** Version of the server. Another version may fold differently. */
  readonly version: string
  readonly memory: FoldMemory
  readonly slices: SliceScheduler
  readonly log: Log
  readonly counters: CounterSink
}

/** A conversation with its position in its session. */
export interface SessionRequest {
  readonly session: SessionKey
  readonly conversation: Conversation
  /** Prefix hashes, shortest first. */
  readonly hashes: readonly string[]
}

/**
 * Least bytes of a body whose snapshot is written, and least bytes without a known state for which one is read. Below
 * it, a fold from the start takes about as long as reading the snapshot.
 */
const LEAST_BYTES = 48 * 1024
/** Largest number of bytes after a snapshot that one uninterrupted step may add. An older snapshot is not used. */
const MAX_BEHIND_BYTES = 64 * 1024
/** Least milliseconds between two snapshots of a session, and the growth of its history that triggers one earlier. */
const WRITE_EVERY_MS = 1000
const GROWN_SHARE = 0.1
/** Limit of sessions whose last snapshot is remembered. */
const MAX_REMEMBERED = 10_000

interface Written {
  readonly at: number
  readonly messages: number
  readonly tokens: number
}

/** Shares the fold states of long conversations with other nodes. */
export class StateSnapshots {
  readonly #deps: StateSnapshotDeps
  readonly #engine: string
  readonly #written = createRecentMap<Written>(MAX_REMEMBERED)

  constructor(deps: StateSnapshotDeps) {
    this.#deps = deps
    this.#engine = foldEngine(deps.hash, deps.version, deps.vectors)
  }

  /** Reads a snapshot if too much of a conversation is unknown here, and stores its state. Never rejects. */
  async restore(request: SessionRequest, tokenMemo: TokenMemo): Promise<void> {
    if (!this.#isUnknown(request)) return
    const { memory, snapshots } = this.#deps
    const bytes = await snapshots.find(keyOf(request))
    // Another request of the conversation may have updated its state meanwhile.
    if (bytes === undefined || !this.#isUnknown(request)) return
    const { conversation } = request
    const state = readSnapshot(bytes, this.#contextOf(conversation))
    const isUsable = state !== undefined && bytesBehind(conversation, state.keys.length) <= MAX_BEHIND_BYTES
    snapshots.note(isUsable ? 'used' : 'refused')
    if (!isUsable) return
    memory.keep(request.session, request.hashes, state)
    keepCounts(tokenMemo, conversation, state)
    this.#note(request, state)
  }

  /** Writes the state of an answered request, unless one of its session was written recently. Never rejects. */
  async share(request: SessionRequest & { readonly owner: number; readonly state: FoldState }): Promise<void> {
    const { conversation, state, owner, session } = request
    const { slices, snapshots, log, counters } = this.#deps
    if (conversation.body.length < LEAST_BYTES || !this.#isDue(request, state)) return
    this.#note(request, state)
    try {
      const steps = writeSnapshotInSteps(state, this.#contextOf(conversation))
      const size = conversation.body.length
      const bytes = await slices.run(steps, { size, owner, accountId: session.accountId })
      // No request waits for the write.
      if (bytes) void snapshots.save(keyOf(request), bytes)
    } catch (error) {
      counters.add('snapshot_failed')
      log.error({ error }, 'A fold state could not be written for other nodes; they fold the conversation anew.')
    }
  }

  /** Encodes and decodes `state` without storing it, so that the first real snapshots do not wait for compilation. */
  warmUp(conversation: Conversation, state: FoldState): FoldState {
    const context = this.#contextOf(conversation)
    const bytes = writeSnapshot(state, context)
    return (bytes && readSnapshot(bytes, context)) ?? state
  }

  /** True if the conversation continues for at least `LEAST_BYTES` after the known history of its session. */
  #isUnknown({ session, conversation, hashes }: SessionRequest): boolean {
    if (conversation.body.length < LEAST_BYTES) return false
    const { memory } = this.#deps
    const histories = [memory.find(session, hashes), memory.newest(session)]
    const known = Math.max(...histories.map((history) => history?.state.keys.length ?? 0))
    return bytesBehind(conversation, known) >= LEAST_BYTES
  }

  #isDue(request: SessionRequest, { keys, historyTokens }: FoldState): boolean {
    const last = this.#written.get(nameOfKey(keyOf(request)))
    if (last === undefined) return true
    const isOld = performance.now() - last.at >= WRITE_EVERY_MS
    return isOld ? keys.length !== last.messages : historyTokens > (1 + GROWN_SHARE) * last.tokens
  }

  #note(request: SessionRequest, { keys, historyTokens }: FoldState): void {
    const written = { at: performance.now(), messages: keys.length, tokens: historyTokens }
    this.#written.set(nameOfKey(keyOf(request)), written)
  }

  #contextOf(conversation: Conversation) {
    // Token counts of messages are part of the state.
    return { transcript: transcriptOf(conversation, () => 0), engine: this.#engine, hash: this.#deps.hash }
  }
}

/** Adopts another node's token counts, except those of instructions, which may differ from the snapshot's. */
function keepCounts(memo: TokenMemo, { messages }: Conversation, { tokens, systemEnd }: FoldState): void {
  for (let index = systemEnd; index < tokens.length; index++) {
    keepCount(memo, 'o200k', messages[index]!.shape, tokens[index]! - MESSAGE_FRAME_TOKENS)
  }
}

/** Bytes of a body after its first messages. */
function bytesBehind({ body, messages }: Conversation, known: number): number {
  return known === 0 ? body.length : body.length - (messages[known - 1]?.end ?? body.length)
}

function keyOf({ session, hashes }: SessionRequest): SnapshotKey {
  const { accountId, idHash } = session
  return { accountId, idHash, beginning: beginningHash(hashes) }
}

function nameOfKey(key: SnapshotKey): string {
  return `${nameOf(key)}\n${key.beginning}`
}
