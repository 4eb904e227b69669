import { Worker } from 'node:worker_threads'
import type { TokenWorker } from '../ports.ts'
import { createThreadCalls } from './thread-calls.ts'
import type { CountCall } from './token-worker-thread.ts'

/** Counts tokens in one thread beside the main one. */
export function createTokenWorker(openThread: () => Worker = openTokenThread): TokenWorker {
  const calls = createThreadCalls<CountCall, readonly number[]>('token worker', openThread)
  return {
    count: (texts, encoding) => calls.run({ texts, encoding }),
    close: () => calls.close(),
  }
}

function openTokenThread(): Worker {
  return new Worker(new URL('./token-worker-thread.ts', import.meta.url), {
    name: 'pleat-tokens',
    // The process may have been started with options that a thread must not have.
    execArgv: [],
  })
}
