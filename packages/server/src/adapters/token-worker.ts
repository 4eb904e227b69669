import { Worker } from 'node:worker_threads'
import type { TokenWorker } from '../ports.ts'
import type { CountReply, CountRequest } from './token-worker-thread.ts'

interface PendingCount {
  resolve(counts: readonly number[]): void
  reject(error: Error): void
}

/**
 * Counts tokens in one thread beside the main one. The thread starts with the first count and again with the first one
 * after it died; what was being counted when it died is rejected. It does not keep the process alive.
 */
export function createTokenWorker(openThread: () => Worker = openTokenThread): TokenWorker {
  const pending = new Map<number, PendingCount>()
  let thread: Worker | undefined
  let isClosed = false
  let lastId = 0

  function rejectPending(error: Error): void {
    for (const { reject } of pending.values()) reject(error)
    pending.clear()
  }

  function start(): Worker {
    const started = openThread()
    started.on('message', ({ id, counts }: CountReply) => {
      const waiting = pending.get(id)
      pending.delete(id)
      if (counts === undefined) waiting?.reject(new Error('The token worker could not count.'))
      else waiting?.resolve(counts)
    })
    const onDeath = (cause: unknown): void => {
      if (thread !== started) return
      thread = undefined
      rejectPending(new Error('The token worker died.', { cause }))
    }
    // An error is always followed by an exit, but the next count may come between the two.
    started.on('error', onDeath)
    started.on('exit', onDeath)
    // Last, since listening for messages makes the thread keep the process alive again.
    started.unref()
    return started
  }

  return {
    count: (texts, encoding) =>
      new Promise((resolve, reject) => {
        if (isClosed) {
          reject(new Error('The token worker is closed.'))
          return
        }
        thread ??= start()
        const request: CountRequest = { id: ++lastId, texts, encoding }
        pending.set(request.id, { resolve, reject })
        thread.postMessage(request)
      }),
    close: async () => {
      isClosed = true
      const closing = thread
      thread = undefined
      rejectPending(new Error('The token worker is closed.'))
      await closing?.terminate()
    },
  }
}

function openTokenThread(): Worker {
  return new Worker(new URL('./token-worker-thread.ts', import.meta.url), {
    name: 'pleat-tokens',
    // The process may have been started with options that a thread must not have.
    execArgv: [],
  })
}
