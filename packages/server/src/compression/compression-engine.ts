import {
  type CacheTable,
  type Conversation,
  type FoldState,
  forgetLatestTexts,
  type Hash,
  type StaticVectors,
  stripThinking,
  type TranscriptMessage,
  type WireFormat,
} from '@pleat/core'
import type { SessionKey } from '../cloud/cloud-port.ts'
import { NO_TAG_CLOUDS, type TagClouds } from '../cloud/tag-clouds.ts'
import { freeBytes } from '../free-bytes.ts'
import type { Log } from '../ports.ts'
import { AccountMemories, type AccountMemory } from './account-memories.ts'
import { checkedSplice } from './checked-splice.ts'
import type { BodyFacts, Finish, Prepared, PrepareRequest } from './compression-port.ts'
import { countInSteps, loadProfile } from './count-in-steps.ts'
import type { CounterSink } from './counter-sink.ts'
import { isDisabledFor } from './disabled-histories.ts'
import { FirstFolds } from './first-folds.ts'
import { foldConversation } from './fold-conversation.ts'
import { FoldMemory } from './fold-memory.ts'
import { guessTokens } from './guess-tokens.ts'
import { longestText } from './longest-text.ts'
import { NOTHING_PREPARED } from './nothing-prepared.ts'
import { observeHistory } from './observe-history.ts'
import { keepBody, type ReadMemory } from './read-body.ts'
import { readFacts } from './read-facts.ts'
import { RecentBodies } from './recent-bodies.ts'
import { type JobInfo, type OnStep, SliceScheduler } from './slice-scheduler.ts'
import type { Snapshots } from './snapshot-port.ts'
import { StateSnapshots } from './state-snapshots.ts'
import { warmUpFold } from './warm-up-fold.ts'

export interface EngineDeps {
  readonly hash: Hash
  /** The same hash, computed from the bytes of a text. */
  readonly hashBytes: (bytes: Uint8Array) => string
  /** How providers cache the input of models. */
  readonly caches: CacheTable
  /** Undefined if the table cannot be read. Recall then uses words alone. */
  readonly vectors: StaticVectors | undefined
  readonly clouds: TagClouds
  /** Fold states that all nodes share. Undefined: each node has its own. */
  readonly snapshots: Pick<Snapshots, 'find' | 'save' | 'note'> | undefined
  /** Version of the server. Another version may fold differently. */
  readonly version: string
  readonly log: Log
  readonly counters: CounterSink
  readonly onStep: OnStep
  /** Limit for fold states, in bytes. */
  readonly foldBytes: number
}

export interface EngineReading {
  readonly facts: BodyFacts
  /** Bytes; see `longestText`. */
  readonly longestText: number
}

/** A body in use, from reading to release. */
interface OpenBody {
  readonly accountId: string
  readonly body: Buffer
  readonly conversation: Conversation | undefined
  /** Prefix hashes, shortest first. */
  readonly hashes: readonly string[]
  readonly memory: AccountMemory
  readonly readMemory: ReadMemory
  /** The fold's memory of this body's history, and its session. */
  state: FoldState | undefined
  session: SessionKey | undefined
  /** Running preparations. The bytes must outlive them, even if no caller waits for the result. */
  running: number
  /** Called when a body that was released during a preparation can be freed. */
  whenIdle: (() => void) | undefined
}

const ACCOUNT_MEMORY = { shapeBytes: 8 * 1024 * 1024, countBytes: 2 * 1024 * 1024, accounts: 24 }

/** Reads, counts and folds request bodies. This part of the compression runs in a thread. */
export class CompressionEngine {
  readonly #deps: EngineDeps
  readonly #slices: SliceScheduler
  readonly #accounts = new AccountMemories(ACCOUNT_MEMORY)
  readonly #recentBodies = new RecentBodies()
  readonly #folds: FoldMemory
  readonly #firstFolds = new FirstFolds()
  readonly #snapshots: StateSnapshots | undefined
  readonly #open = new Map<number, OpenBody>()
  readonly #releases = new Set<Promise<void>>()

  constructor(deps: EngineDeps) {
    this.#deps = deps
    let lastOwner = 0
    this.#slices = new SliceScheduler((owner) => {
      if (owner !== 0 && owner !== lastOwner) forgetLatestTexts()
      if (owner !== 0) lastOwner = owner
      deps.onStep(owner)
    })
    this.#folds = new FoldMemory(deps.foldBytes)
    const { snapshots } = deps
    const shared = { memory: this.#folds, slices: this.#slices }
    this.#snapshots = snapshots && new StateSnapshots({ ...deps, ...shared, snapshots })
  }

  /** Reads `body` and takes ownership of it until `ticket` is released. */
  read(ticket: number, body: Buffer, about: { accountId: string; format: WireFormat }): EngineReading {
    const { accountId, format } = about
    const memory = this.#accounts.of(accountId)
    const readMemory = { owner: accountId, messages: memory.messages, recentBodies: this.#recentBodies }
    const { facts, conversation, hashes } = readFacts(this.#deps, readMemory, format, body)
    const use = { state: undefined, session: undefined, running: 0, whenIdle: undefined }
    this.#open.set(ticket, { accountId, body, conversation, hashes, memory, readMemory, ...use })
    return { facts, longestText: conversation ? longestText(conversation, body.length) : 0 }
  }

  /** Counts an open body and folds it on request. Never rejects. */
  async prepare(ticket: number, request: PrepareRequest): Promise<Prepared> {
    const open = this.#open.get(ticket)
    if (open?.conversation === undefined) return nothingDone(guessTokens(open?.body.length ?? 0), 'unreadable')
    open.running++
    try {
      return await this.#prepareOpen(ticket, open, open.conversation, request)
    } finally {
      open.running--
      if (open.running === 0) open.whenIdle?.()
    }
  }

  /** Frees the memory of a body, after its newest messages were added to the tag cloud. */
  async release(ticket: number, finish: Finish): Promise<void> {
    const open = this.#open.get(ticket)
    this.#open.delete(ticket)
    if (open === undefined) return
    const released = this.#end(ticket, open, finish).finally(() => this.#releases.delete(released))
    this.#releases.add(released)
    await released
  }

  async #end(ticket: number, open: OpenBody, finish: Finish): Promise<void> {
    if (open.running > 0) await new Promise<void>((resolve) => (open.whenIdle = resolve))
    if (finish.cloud !== undefined) await this.#noteCloud(ticket, open, finish.cloud)
    if (open.conversation) keepBody(open.readMemory, open.body, open.conversation)
    await this.#share(ticket, open)
    freeBytes(open.body)
  }

  async #prepareOpen(
    ticket: number,
    open: OpenBody,
    conversation: Conversation,
    request: PrepareRequest,
  ): Promise<Prepared> {
    const { accountId, hashes, memory, body } = open
    await this.#restore(open, conversation, request)
    const rawTokens = await this.#count(conversation, memory, { owner: ticket, accountId, size: body.length })
    const stripped = request.wantsStripped ? this.#strip(conversation) : undefined
    const isDisabled = request.disabled !== undefined && isDisabledFor(hashes, request.disabled.heads)
    if (isDisabled) return { ...nothingDone(rawTokens, request.disabled!.reason), stripped, isDisabled }
    if (request.fold === null) return { ...nothingDone(rawTokens, 'none'), stripped }
    const { hash, vectors, caches, log, counters } = this.#deps
    const { session, objective, isCached, cache, window } = request.fold
    const { state, ...folded } = await foldConversation(
      { hash, vectors, caches, log, counters, memory: this.#folds, firstFolds: this.#firstFolds, slices: this.#slices },
      {
        owner: ticket,
        conversation,
        hashes,
        tokenMemo: memory.tokens,
        session,
        objective,
        isCached,
        cache,
        window,
        rawTokens,
      },
    )
    open.state = state
    if (!request.fold.isTransient) open.session = session
    return { ...folded, stripped, rawTokens, isDisabled: false, isComplete: true }
  }

  /** Loads the state that other nodes have of a conversation, including its token counts. Called before counting. */
  async #restore({ hashes, memory }: OpenBody, conversation: Conversation, { fold, disabled }: PrepareRequest) {
    if (fold === null || fold.isTransient || disabled !== undefined) return
    await this.#snapshots?.restore({ session: fold.session, conversation, hashes }, memory.tokens)
  }

  async #share(owner: number, { conversation, hashes, state, session }: OpenBody): Promise<void> {
    if (conversation && state && session) await this.#snapshots?.share({ owner, session, conversation, hashes, state })
  }

  async #noteCloud(owner: number, open: OpenBody, session: SessionKey): Promise<void> {
    const { conversation, hashes, memory, state: folded } = open
    const { hash, vectors, caches, clouds, counters, log } = this.#deps
    if (conversation === undefined || clouds === NO_TAG_CLOUDS) return
    try {
      const rooms = { hash, vectors, caches, memory: this.#folds, slices: this.#slices }
      const request = { owner, conversation, hashes, tokenMemo: memory.tokens, session, folded }
      const state = await observeHistory(rooms, request)
      if (state) clouds.note(session, state)
    } catch (error) {
      counters.add('cloud_failed')
      log.error({ error }, 'The messages of a request could not be read into the tag cloud.')
    }
  }

  async warmUp(messages: readonly TranscriptMessage[]): Promise<void> {
    const snapshots = this.#snapshots
    await warmUpFold(this.#deps, messages, snapshots && ((...turn) => snapshots.warmUp(...turn)))
  }

  async flush(): Promise<void> {
    await Promise.all(this.#releases)
    await this.#deps.clouds.flush()
  }

  async #count(conversation: Conversation, memory: AccountMemory, job: JobInfo): Promise<number> {
    try {
      const profile = await loadProfile(conversation)
      const steps = countInSteps(conversation, profile, { memo: memory.tokens, hash: this.#deps.hash })
      return await this.#slices.run(steps, job)
    } catch (error) {
      this.#deps.counters.add('count_failed')
      this.#deps.log.error({ error }, 'The tokens of a request could not be counted; they are estimated.')
      return guessTokens(job.size)
    }
  }

  #strip(conversation: Conversation): Buffer | undefined {
    try {
      const edits = stripThinking(conversation)
      return edits.length === 0 ? undefined : checkedSplice(this.#deps, conversation, edits)
    } catch (error) {
      this.#deps.counters.add('fold_failed')
      this.#deps.log.error({ error }, 'Thinking could not be removed from a request.')
      return undefined
    }
  }
}

function nothingDone(rawTokens: number, outcome: string): Prepared {
  return { ...NOTHING_PREPARED, outcome, rawTokens, isComplete: true }
}
