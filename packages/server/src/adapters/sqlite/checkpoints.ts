import type { Database as SqliteHandle } from 'better-sqlite3'

/** When a checkpoint was not possible, because a transaction is open or the disk is full, it is tried again. */
const RETRY_MS = 500

/** Moves committed writes from the write-ahead log into the database file. */
export interface Checkpoints {
  /**
   * Waits for `write`, then makes a checkpoint. For rare writes that nobody can repeat, such as new keys: a plain copy of
   * the database file, without its log, then has them too.
   */
  after<Result>(write: Promise<Result>): Promise<Result>
  stop(): void
}

/** Checkpoints of one connection. */
export function createCheckpoints(handle: SqliteHandle): Checkpoints {
  let timer: NodeJS.Timeout | undefined

  function checkpoint(): void {
    timer = undefined
    if (!handle.open) return
    try {
      handle.pragma('wal_checkpoint(passive)')
    } catch {
      timer ??= setTimeout(checkpoint, RETRY_MS).unref()
    }
  }

  return {
    async after(write) {
      const result = await write
      checkpoint()
      return result
    },
    stop: () => clearTimeout(timer),
  }
}
