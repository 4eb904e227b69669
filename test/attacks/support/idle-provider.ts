import { fork } from 'node:child_process'
import { once } from 'node:events'

/** A provider in a separate process that responds with `{}` to everything at once. */
export async function startIdleProvider(): Promise<{ url: string; close(): Promise<unknown> }> {
  const provider = fork(new URL('./provider-process.ts', import.meta.url), { execArgv: [] })
  const [port] = (await once(provider, 'message')) as [number]
  return {
    url: `http://127.0.0.1:${port}`,
    close: () => {
      const isClosed = once(provider, 'exit')
      provider.kill()
      return isClosed
    },
  }
}
