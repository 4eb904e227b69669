import { Worker } from 'node:worker_threads'
import type { TranscriptView, TranscriptWorker } from '../transcript-port.ts'
import { createThreadCalls } from './thread-calls.ts'
import type { EnhanceCall } from './transcript-worker-thread.ts'
import { warmUpTranscript } from './warm-up-transcript.ts'

/** Messages of the first transcript, which is nobody's: after it the code is compiled. */
const WARM_UP = 200

/** Compresses transcripts in one thread beside the main one, where a long one would hold up every other request. */
export function createTranscriptWorker(openThread: () => Worker = openTranscriptThread): TranscriptWorker {
  const calls = createThreadCalls<EnhanceCall, TranscriptView>('transcript worker', openThread)
  return {
    enhance: (request) => calls.run(request),
    async warmUp() {
      await calls.run({ owner: '', messages: warmUpTranscript(WARM_UP), mode: 'balanced', encoding: 'o200k' })
    },
    close: () => calls.close(),
  }
}

function openTranscriptThread(): Worker {
  return new Worker(new URL('./transcript-worker-thread.ts', import.meta.url), {
    name: 'pleat-transcripts',
    // The process may have been started with options that a thread must not have.
    execArgv: [],
  })
}
