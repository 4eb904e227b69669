import { Worker } from 'node:worker_threads'
import { TranscriptQueueFull, type TranscriptView, type TranscriptWorker } from '../transcript-port.ts'
import { warmUpTranscript } from '../warm-up-transcript.ts'
import { createThreadCalls } from './thread-calls.ts'
import type { EnhanceCall } from './transcript-worker-thread.ts'

/** Messages of the first transcript, which is nobody's: after it the code is compiled. */
const WARM_UP = 200

/** What may wait for the thread, the one that is being worked on included. */
export interface QueueLimits {
  readonly calls: number
  readonly characters: number
}

/** Two transcripts of the greatest length, or very many short ones: some seconds of work. */
const QUEUE: QueueLimits = { calls: 64, characters: 8_000_000 }
/** What the thread does in a second at least. */
const CHARACTERS_A_SECOND = 500_000

/** Compresses transcripts in one thread beside the main one, where a long one would hold up every other request. */
export function createTranscriptWorker(
  openThread: () => Worker = openTranscriptThread,
  most: QueueLimits = QUEUE,
): TranscriptWorker {
  const calls = createThreadCalls<EnhanceCall, TranscriptView>('transcript worker', openThread)
  const waiting = { calls: 0, characters: 0 }
  return {
    async enhance(request) {
      const characters = request.messages.reduce((sum, { content }) => sum + content.length, 0)
      const isFull = waiting.calls + 1 > most.calls || waiting.characters + characters > most.characters
      if (isFull && waiting.calls > 0) {
        throw new TranscriptQueueFull(Math.max(1, Math.ceil(waiting.characters / CHARACTERS_A_SECOND)))
      }
      waiting.calls++
      waiting.characters += characters
      try {
        return await calls.run(request)
      } finally {
        waiting.calls--
        waiting.characters -= characters
      }
    },
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
