import type { Config } from '../config/config.ts'
import type { Secrets } from '../config/secrets.ts'
import { startServer } from '../server.ts'
import { surviveRejections } from '../survive-rejections.ts'
import { warmUp } from '../warm-up.ts'
import { within } from '../within.ts'
import type { PrimaryCalls, WorkerCalls } from './calls.ts'
import { Channel } from './channel.ts'

/** Longest wait for the delivery of the last message, in milliseconds. */
const LAST_MESSAGE_MS = 2000

/**
 * Serves requests as one of several workers, until the primary process or SIGTERM asks it to stop. A terminal sends
 * SIGINT to all processes; the worker ignores it, and the primary handles it. Resolves to the exit code.
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
    await delivered(primary.ask('failed', { message, code }))
    return 1
  }
  primary.tell('started', { url: server.url })
  const { log, lifecycle } = server.deps
  surviveRejections(log)
  warmUp(server.deps).catch((error) => {
    if (!lifecycle.isClosing) log.warn({ error }, 'The server could not be warmed up.')
  })
  await stop
  await server.close()
  await delivered(primary.ask('ended', await server.metrics()))
  return 0
}

/** The settings of one worker. Connections are spread evenly, so each worker gets an equal share of their limit. */
function shareOf(config: Config): Config {
  return { ...config, maxConnections: Math.max(16, Math.ceil(config.maxConnections / config.workers)) }
}

/**
 * Waits until a message is answered, since it could be lost when the process ends, but not for a primary that hangs.
 */
function delivered(answer: Promise<unknown>): Promise<unknown> {
  const outcome = answer.catch(() => {})
  return within(LAST_MESSAGE_MS, outcome, () => {})
}
