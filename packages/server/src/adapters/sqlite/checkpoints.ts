import type { Database as SqliteHandle } from 'better-sqlite3'

/** Milliseconds after which a failed checkpoint is repeated. It fails if a transaction is open or the disk is full. */
const RETRY_MS = 500

/** Moves committed writes from the write-ahead log into the database file. */
export interface Checkpoints {
  /**
   * Waits for `write`, then makes a checkpoint. It is for rare writes that cannot be repeated, such as new keys: a
   * plain copy of the database file without its log then contains them too.
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
