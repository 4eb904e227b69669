import { parentPort } from 'node:worker_threads'
import type { ThreadReply, ThreadRequest } from './thread-calls.ts'

/** The thread's side of `createThreadCalls`. Why a call failed stays here: what is said might quote the text. */
export function answerCalls<Call, Result>(answer: (call: Call) => Promise<Result>): void {
  parentPort?.on('message', async ({ id, call }: ThreadRequest<Call>) => {
    const result = await answer(call).catch(() => undefined)
    const reply: ThreadReply<Result> = { id, result }
    parentPort?.postMessage(reply)
  })
}
