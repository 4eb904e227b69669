import type { Caller, KeyStore } from '../../gate/key-port.ts'

/** Callers kept; beyond that the oldest leaves. */
const MOST_CALLERS = 10_000
/** How long the answer to whether somebody else has written counts. Asking takes system calls: up to 50 µs of a request. */
const ASKED_EVERY_MS = 10

/** Keys whose callers are kept, and what has to be told of other writes of this process that change callers. */
export interface CallerCache {
  readonly keys: KeyStore
  /** Does `write`, and forgets the callers when it is done. */
  forgetAfter<Result>(write: Promise<Result>): Promise<Result>
  /** Looks at once whether somebody else has written, and not only when the next caller is looked for. */
  forgetWhatChanged(): void
}

export interface CallerCacheOptions {
  /** A monotonic clock in milliseconds. */
  readonly now?: () => number
  /** How long an answer of `databaseVersion` counts, in milliseconds. */
  readonly askedEveryMs?: number
  /** Finds the callers of many keys: those that are forgotten are then read again at once, before a request needs them. */
  readonly findMany?: (keyHashes: readonly string[]) => Promise<ReadonlyMap<string, Caller>>
  /** Whether known callers count while the store does not answer, as long as `databaseVersion` stays the same. */
  readonly outlivesStore?: boolean
}

/**
 * The store with `findCaller` answered from memory, since every request asks it. `databaseVersion` has to change when
 * another connection has written, in this process or any other, so that a revocation counts for every request that
 * comes so much later.
 */
export function cacheCallers(
  store: KeyStore,
  databaseVersion: () => unknown,
  {
    now = () => performance.now(),
    askedEveryMs = ASKED_EVERY_MS,
    findMany,
    outlivesStore = false,
  }: CallerCacheOptions = {},
): CallerCache {
  let callers = new Map<string, Caller>()
  let version = databaseVersion()
  let askedAt = now()

  function forgetWhatChanged(): void {
    const time = now()
    if (time - askedAt < askedEveryMs) return
    askedAt = time
    const current = databaseVersion()
    if (current === version) return
    version = current
    forgetAll()
  }

  function forgetAll(): void {
    const known = [...callers.keys()]
    callers = new Map()
    if (findMany && known.length > 0) void readAgain(findMany, known)
  }

  async function readAgain(find: NonNullable<typeof findMany>, known: readonly string[]): Promise<void> {
    const keptIn = callers
    try {
      for (const [keyHash, caller] of await find(known)) keptIn.set(keyHash, caller)
    } catch {
      // Each is asked for when it is needed, which fails with the same error.
    }
  }

  async function findAndKeep(keyHash: string): Promise<Caller | undefined> {
    const keptIn = callers
    const caller = await store.findCaller(keyHash)
    // Unknown keys are not kept, or anyone could fill the memory. What was read before a change goes into the old map.
    if (!caller) return undefined
    if (keptIn.size >= MOST_CALLERS) keptIn.delete(keptIn.keys().next().value!)
    keptIn.set(keyHash, caller)
    return caller
  }

  async function forgetAfter<Result>(write: Promise<Result>): Promise<Result> {
    try {
      return await write
    } finally {
      forgetAll()
    }
  }

  const keys: KeyStore = {
    ...store,
    async findCaller(keyHash) {
      forgetWhatChanged()
      return callers.get(keyHash) ?? (await findAndKeep(keyHash))
    },
    knowsCallers() {
      forgetWhatChanged()
      return outlivesStore && callers.size > 0
    },
    createKey: (account, key) => forgetAfter(store.createKey(account, key)),
    changeKey: (idOrPreview, changes) => forgetAfter(store.changeKey(idOrPreview, changes)),
    rotateKey: (idOrPreview, next) => forgetAfter(store.rotateKey(idOrPreview, next)),
    revokeKey: (idOrPreview) => forgetAfter(store.revokeKey(idOrPreview)),
  }
  return { keys, forgetAfter, forgetWhatChanged }
}
