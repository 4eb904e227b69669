import type { Conversation, SameMeaning } from '@pleat/core'
import type { SessionKey } from '../compression-port.ts'
import type { Clock, CloudStore, Log } from '../ports.ts'
import { IdleTurns } from './idle-turn.ts'
import { LiveClouds } from './live-clouds.ts'
import { packCloud, unpackCloud } from './packed-cloud.ts'
import { addTags, createSessionCloud, readChunk, type SessionCloud } from './session-cloud.ts'
import { type TakenMessage, takeMessages } from './taken-messages.ts'
import { chunksOfText } from './text-chunks.ts'

/** Builds the tag clouds of sessions from what is said in them (spec 1), off the path of requests. */
export interface TagClouds {
  /**
   * Has the messages that this session's cloud does not know yet read into it, later; says whether the conversation has to
   * be kept for that. Never throws.
   */
  note(session: SessionKey, conversation: Conversation): boolean
  /** Resolves when everything noted so far is read and stored. */
  flush(): Promise<void>
}

export interface TagCloudDeps {
  readonly store: Pick<CloudStore, 'find' | 'save'>
  readonly clock: Clock
  readonly log: Log
  readonly counters: { add(name: 'cloud_failed' | 'cloud_skipped'): void }
  readonly sameMeaning: SameMeaning | undefined
  /** How long a cloud is kept after its last use, in milliseconds. */
  readonly lifetimeMs: number
}

/** What an operator gets who wants no words of conversations stored. */
export const NO_TAG_CLOUDS: TagClouds = { note: () => false, async flush() {} }

/** Memory of clouds between requests: some thirty long sessions, or a thousand short ones. */
const MAX_LIVE_BYTES = 16 * 1024 * 1024
/** Text that waits to be read, in UTF-16 units. A session that finds no room is read at its next request. */
const MAX_WAITING = 4 * 1024 * 1024
const MAX_UNSAVED = 48
/** A killed process loses no more, and reads the same messages again when they come again. */
const SAVE_DELAY_MS = 10_000
/** From so many on they are saved at once: one that is not saved stays in memory. */
const SAVED_EARLY = 16

interface Job extends SessionKey {
  readonly key: string
  /** What it keeps in memory meanwhile, in UTF-16 units. */
  readonly weight: number
  /** Whether it reads the body of the request, or holds all that it needs of it. */
  readonly keepsBody: boolean
  /** Where the cloud was in memory; else the conversation waits until it is. */
  readonly taken?: { readonly session: SessionCloud; readonly messages: readonly TakenMessage[] }
  readonly conversation?: Conversation
}

export class BuiltTagClouds implements TagClouds {
  readonly #deps: TagCloudDeps
  readonly #turns = new IdleTurns()
  readonly #live = new LiveClouds(MAX_LIVE_BYTES)
  readonly #unsaved = new Map<string, SessionKey & { readonly session: SessionCloud }>()
  readonly #jobs: Job[] = []
  #waiting = 0
  #working: Promise<void> | undefined
  #timer: NodeJS.Timeout | undefined

  constructor(deps: TagCloudDeps) {
    this.#deps = deps
  }

  note({ accountId, idHash }: SessionKey, conversation: Conversation): boolean {
    if (this.#waiting > MAX_WAITING || this.#unsaved.size > MAX_UNSAVED) {
      this.#deps.counters.add('cloud_skipped')
      return false
    }
    try {
      const job = this.#jobOf({ accountId, idHash }, conversation)
      this.#add(job)
      return job.keepsBody
    } catch (error) {
      this.#fail(error, 'read')
      return false
    }
  }

  async flush(): Promise<void> {
    this.#turns.isHurried = true
    while (this.#working) await this.#working
    await this.#saveAll()
    this.#turns.isHurried = false
  }

  /** Where the cloud is in memory, what is new is copied out now, so that nothing of the request's body has to be kept. */
  #jobOf(id: SessionKey, conversation: Conversation): Job {
    const key = `${id.accountId}\n${id.idHash}`
    const session = this.#find(key)
    if (!session) return { ...id, key, conversation, weight: conversation.body.length, keepsBody: true }
    const { messages, weight, isCopied } = takeMessages(session, conversation)
    return { ...id, key, weight, keepsBody: !isCopied, taken: { session, messages } }
  }

  #add(job: Job): void {
    if (job.taken?.messages.length === 0) return
    if (job.taken) this.#keep(job, job.taken.session)
    this.#jobs.push(job)
    this.#waiting += job.weight
    this.#working ??= this.#work()
  }

  async #work(): Promise<void> {
    for (let job = this.#jobs.shift(); job; job = this.#jobs.shift()) {
      await this.#turns.breathe()
      try {
        await this.#read(job)
      } catch (error) {
        this.#fail(error, 'read')
      }
      this.#waiting -= job.weight
    }
    this.#working = undefined
    if (this.#unsaved.size >= SAVED_EARLY) await this.#saveAll()
  }

  async #read(job: Job): Promise<void> {
    const { session, messages } = job.taken ?? (await this.#takeStored(job))
    for (const { turn, texts } of messages) {
      const tags = []
      for (const text of texts()) {
        for (const chunk of chunksOfText(text)) {
          await this.#turns.breathe()
          tags.push(...readChunk(session, chunk))
        }
      }
      await this.#turns.breathe()
      addTags(session, tags, turn)
    }
    if (messages.length > 0) this.#keep(job, session)
  }

  async #takeStored(job: Job): Promise<NonNullable<Job['taken']>> {
    const session = this.#find(job.key) ?? (await this.#stored(job))
    const { messages } = takeMessages(session, job.conversation!)
    if (messages.length > 0) this.#keep(job, session)
    return { session, messages }
  }

  async #stored({ accountId, idHash }: SessionKey): Promise<SessionCloud> {
    const { store, clock, sameMeaning } = this.#deps
    const now = clock.now()
    try {
      const bytes = await store.find(accountId, idHash)
      if (bytes) return await unpackCloud(bytes, { now, sameMeaning })
    } catch (error) {
      this.#fail(error, 'found')
    }
    return createSessionCloud(now, { sameMeaning })
  }

  /** One that was not used for too long is as good as forgotten, whenever the store is cleared. */
  #find(key: string): SessionCloud | undefined {
    const session = this.#unsaved.get(key)?.session ?? this.#live.get(key)
    if (!session || this.#deps.clock.now() - session.usedAt <= this.#deps.lifetimeMs) return session
    this.#unsaved.delete(key)
    this.#live.remove(key)
    return undefined
  }

  #keep({ accountId, idHash, key }: Job, session: SessionCloud): void {
    session.usedAt = this.#deps.clock.now()
    this.#live.use(key, session)
    this.#unsaved.set(key, { accountId, idHash, session })
    this.#timer ??= setTimeout(() => void this.#saveAll(), SAVE_DELAY_MS).unref()
  }

  async #saveAll(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    for (const [key, { accountId, idHash, session }] of [...this.#unsaved]) {
      await this.#turns.breathe()
      const { version } = session
      try {
        await this.#deps.store.save(accountId, idHash, await packCloud(session))
      } catch (error) {
        this.#fail(error, 'saved')
      }
      if (session.version === version) this.#unsaved.delete(key)
    }
    if (this.#unsaved.size > 0) this.#timer ??= setTimeout(() => void this.#saveAll(), SAVE_DELAY_MS).unref()
  }

  #fail(error: unknown, what: string): void {
    this.#deps.counters.add('cloud_failed')
    this.#deps.log.error({ error }, `A tag cloud could not be ${what}.`)
  }
}
