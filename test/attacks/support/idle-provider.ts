import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

/** A provider in a separate thread that responds with `{}` to everything at once. */
export async function startIdleProvider(): Promise<{ url: string; close(): Promise<unknown> }> {
  const worker = new Worker(new URL('./provider-thread.ts', import.meta.url), { execArgv: [] })
  const [port] = (await once(worker, 'message')) as [number]
  return { url: `http://127.0.0.1:${port}`, close: () => worker.terminate() }
}
