import type { Config } from '../config/config.ts'
import type { Secrets } from '../config/secrets.ts'
import { startServer } from '../server.ts'
import { warmUp } from '../warm-up.ts'
import type { PrimaryCalls, WorkerCalls } from './calls.ts'
import { Channel } from './channel.ts'

/** How long the last message may take, in milliseconds. */
const LAST_WORDS_MS = 2000

/**
 * Serves requests as one of several workers, until the primary process or SIGTERM asks it to stop. The terminal sends SIGINT
 * to all processes; the primary decides what becomes of it.
 */
export async function runWorker(config: Config, secrets: Secrets): Promise<number> {
  const primary = new Channel<WorkerCalls, PrimaryCalls>({ send: (message, done) => process.send!(message, done) })
  process.on('message', (message) => primary.receive(message))
  const stop = new Promise<void>((resolve) => {
    primary.offer('stop', () => resolve())
    process.on('SIGTERM', () => resolve())
    process.on('SIGINT', () => {})
  })
  const start = startServer({ config: shareOf(config), secrets, primary })
  const server = await start.catch((error: NodeJS.ErrnoException) => error)
  if (server instanceof Error) {
    const { message, code } = server as NodeJS.ErrnoException
    await said(primary.ask('failed', { message, code }))
    return 1
  }
  primary.tell('started', { url: server.url })
  const { log, lifecycle } = server.deps
  warmUp(server.deps).catch((error) => {
    if (!lifecycle.isClosing) log.warn({ error }, 'The server could not be warmed up.')
  })
  await stop
  await server.close()
  await said(primary.ask('ended', await server.metrics()))
  return 0
}

/** Connections are spread evenly over the workers, so each takes its part of them. */
function shareOf(config: Config): Config {
  return { ...config, maxConnections: Math.max(16, Math.ceil(config.maxConnections / config.workers)) }
}

/** What is said may get lost with the process; it is not worth waiting for a primary that hangs. */
function said(answer: Promise<unknown>): Promise<unknown> {
  return Promise.race([answer.catch(() => {}), new Promise((resolve) => setTimeout(resolve, LAST_WORDS_MS))])
}
