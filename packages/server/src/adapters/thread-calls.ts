import type { Worker } from 'node:worker_threads'

/** A call as the thread gets it, and its answer; `result` undefined when it failed, of which no more is said. */
export interface ThreadRequest<Call> {
  readonly id: number
  readonly call: Call
}

export interface ThreadReply<Result> {
  readonly id: number
  readonly result: Result | undefined
}

/** Calls into one thread beside the main one. */
export interface ThreadCalls<Call, Result> {
  /** Rejects when the thread failed at it, died, or is closed. */
  run(call: Call): Promise<Result>
  close(): Promise<void>
}

interface Waiting<Result> {
  resolve(result: Result): void
  reject(error: Error): void
}

/**
 * Starts the thread with the first call and again with the first one after it died; what was under way when it died is
 * rejected. It does not keep the process alive. `name` is what errors call it.
 */
export function createThreadCalls<Call, Result>(name: string, openThread: () => Worker): ThreadCalls<Call, Result> {
  const waiting = new Map<number, Waiting<Result>>()
  let thread: Worker | undefined
  let isClosed = false
  let lastId = 0

  function rejectAll(error: Error): void {
    for (const { reject } of waiting.values()) reject(error)
    waiting.clear()
  }

  function start(): Worker {
    const started = openThread()
    started.on('message', ({ id, result }: ThreadReply<Result>) => {
      const caller = waiting.get(id)
      waiting.delete(id)
      if (result === undefined) caller?.reject(new Error(`The ${name} failed.`))
      else caller?.resolve(result)
    })
    const onDeath = (cause: unknown): void => {
      if (thread !== started) return
      thread = undefined
      rejectAll(new Error(`The ${name} died.`, { cause }))
    }
    // An error is always followed by an exit, but the next call may come between the two.
    started.on('error', onDeath)
    started.on('exit', onDeath)
    // Last, since listening for messages makes the thread keep the process alive again.
    started.unref()
    return started
  }

  return {
    run: (call) =>
      new Promise((resolve, reject) => {
        if (isClosed) {
          reject(new Error(`The ${name} is closed.`))
          return
        }
        thread ??= start()
        const request: ThreadRequest<Call> = { id: ++lastId, call }
        waiting.set(request.id, { resolve, reject })
        thread.postMessage(request)
      }),
    close: async () => {
      isClosed = true
      const closing = thread
      thread = undefined
      rejectAll(new Error(`The ${name} is closed.`))
      await closing?.terminate()
    },
  }
}
