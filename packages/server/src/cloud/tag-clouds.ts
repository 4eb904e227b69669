import { setImmediate } from 'node:timers/promises'
import { createSessionCloud, type FoldState } from '@pleat/core'
import type { Log } from '../ports.ts'
import type { CloudStore, SessionKey } from './cloud-port.ts'
import { packCloud, unpackCloud } from './packed-cloud.ts'
import { ReadMarks } from './read-marks.ts'
import { addHistory, type CountedCloud } from './session-history.ts'

/** Stores one tag cloud per session, built from the fold states of its histories, outside of requests. */
export interface TagClouds {
  /** Schedules the cloud of a history to be stored with its session. Never throws. */
  note(session: SessionKey, state: FoldState): void
  /** Resolves when everything scheduled so far is stored. */
  flush(): Promise<void>
}

export interface TagCloudDeps {
  readonly store: Pick<CloudStore, 'find' | 'save'>
  readonly log: Log
  readonly counters: { add(name: 'cloud_failed' | 'cloud_skipped'): void }
}

/** For servers that store no tag clouds. */
export const NO_TAG_CLOUDS: TagClouds = { note() {}, async flush() {} }

/** Limit of sessions that wait to be stored. Others are stored after their next request. */
const MAX_WAITING = 256
/** A killed process loses at most this time, and the next request brings the same messages again. */
const SAVE_DELAY_MS = 10_000
/** Waiting sessions that cause a write before the delay ends, because their histories stay in memory until then. */
const SAVED_EARLY = 32
/** Messages that are added before the thread handles other calls. */
const MESSAGES_AT_ONCE = 32

interface Waiting extends SessionKey {
  readonly histories: Set<FoldState>
}

export class StoredTagClouds implements TagClouds {
  readonly #deps: TagCloudDeps
  readonly #waiting = new Map<string, Waiting>()
  #saving: Promise<void> = Promise.resolve()
  #timer: NodeJS.Timeout | undefined

  constructor(deps: TagCloudDeps) {
    this.#deps = deps
  }

  note({ accountId, idHash }: SessionKey, state: FoldState): void {
    const key = `${accountId}\n${idHash}`
    const waiting = this.#waiting.get(key)
    if (waiting) waiting.histories.add(state)
    else if (this.#waiting.size >= MAX_WAITING) this.#deps.counters.add('cloud_skipped')
    else this.#waiting.set(key, { accountId, idHash, histories: new Set([state]) })
    if (this.#waiting.size === SAVED_EARLY) void this.flush()
    else this.#timer ??= setTimeout(() => void this.flush(), SAVE_DELAY_MS).unref()
  }

  flush(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    // Serialised, because each save reads the result of the previous one.
    this.#saving = this.#saving.then(() => this.#saveAll())
    return this.#saving
  }

  async #saveAll(): Promise<void> {
    for (const [key, waiting] of [...this.#waiting]) {
      this.#waiting.delete(key)
      try {
        await this.#save(waiting)
      } catch (error) {
        this.#fail(error, 'saved')
      }
    }
  }

  async #save({ accountId, idHash, histories }: Waiting): Promise<void> {
    const counted = await this.#find({ accountId, idHash })
    for (const state of histories) {
      let messages = 0
      for (const _ of addHistory(counted, state)) if (++messages % MESSAGES_AT_ONCE === 0) await setImmediate()
    }
    await this.#deps.store.save(accountId, idHash, await packCloud(counted))
  }

  /**
   * The stored cloud, which contains other histories and cut-off messages too; a new one if it cannot be read. Rejects
   * when the store fails: saving a new cloud would then delete the stored one.
   */
  async #find({ accountId, idHash }: SessionKey): Promise<CountedCloud> {
    const bytes = await this.#deps.store.find(accountId, idHash)
    try {
      const stored = bytes && (await unpackCloud(bytes))
      if (stored) return stored
    } catch (error) {
      this.#fail(error, 'read')
    }
    return { cloud: createSessionCloud(), marks: new ReadMarks() }
  }

  #fail(error: unknown, what: string): void {
    this.#deps.counters.add('cloud_failed')
    this.#deps.log.error({ error }, `A tag cloud could not be ${what}.`)
  }
}
