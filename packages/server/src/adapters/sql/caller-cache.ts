import type { Caller, KeyStore } from '../../gate/key-port.ts'

/** Limit of cached callers. The oldest one is evicted. */
const MAX_CALLERS = 10_000
/** Milliseconds for which a check for other writers is valid. A check takes system calls: up to 50 µs of a request. */
const CHECK_INTERVAL_MS = 10

/** A cache of callers by key. This process must report to it each of its writes that changes a caller. */
export interface CallerCache {
  readonly keys: KeyStore
  /** Runs `write`, and clears the cache when it is done. */
  invalidateAfter<Result>(write: Promise<Result>): Promise<Result>
  /** Checks at once for other writers, and not only at the next lookup. */
  invalidateIfChanged(): void
}

export interface CallerCacheOptions {
  /** A monotonic clock in milliseconds. */
  readonly now?: () => number
  /** Milliseconds for which a result of `databaseVersion` is valid. */
  readonly checkIntervalMs?: number
  /** Finds the callers of many keys, so that a cleared cache is read again at once, before a request needs it. */
  readonly findMany?: (keyHashes: readonly string[]) => Promise<ReadonlyMap<string, Caller>>
  /** True if known callers stay valid while the store does not respond, as long as `databaseVersion` stays the same. */
  readonly outlivesStore?: boolean
}

/**
 * Wraps the store so that `findCaller` is cached, since every request needs it. `databaseVersion` must change after
 * every write by another connection, in this process or any other. A revocation takes effect for every request that
 * arrives at least `checkIntervalMs` later.
 */
export function cacheCallers(
  store: KeyStore,
  databaseVersion: () => unknown,
  {
    now = () => performance.now(),
    checkIntervalMs = CHECK_INTERVAL_MS,
    findMany,
    outlivesStore = false,
  }: CallerCacheOptions = {},
): CallerCache {
  let callers = new Map<string, Caller>()
  let version = databaseVersion()
  let askedAt = now()

  function invalidateIfChanged(): void {
    const time = now()
    if (time - askedAt < checkIntervalMs) return
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
      // A request then reads its caller itself, and gets the error if it persists.
    }
  }

  async function findAndKeep(keyHash: string): Promise<Caller | undefined> {
    const keptIn = callers
    const caller = await store.findCaller(keyHash)
    // Unknown keys are not cached: they could fill the memory. A result from before a change goes into the old map.
    if (!caller) return undefined
    if (keptIn.size >= MAX_CALLERS) keptIn.delete(keptIn.keys().next().value!)
    keptIn.set(keyHash, caller)
    return caller
  }

  async function invalidateAfter<Result>(write: Promise<Result>): Promise<Result> {
    try {
      return await write
    } finally {
      forgetAll()
    }
  }

  const keys: KeyStore = {
    ...store,
    async findCaller(keyHash) {
      invalidateIfChanged()
      return callers.get(keyHash) ?? (await findAndKeep(keyHash))
    },
    knowsCallers() {
      invalidateIfChanged()
      return outlivesStore && callers.size > 0
    },
    createKey: (account, key) => invalidateAfter(store.createKey(account, key)),
    changeKey: (idOrPreview, changes) => invalidateAfter(store.changeKey(idOrPreview, changes)),
    rotateKey: (idOrPreview, next) => invalidateAfter(store.rotateKey(idOrPreview, next)),
    revokeKey: (idOrPreview) => invalidateAfter(store.revokeKey(idOrPreview)),
  }
  return { keys, invalidateAfter, invalidateIfChanged }
}
