import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createApp } from './app.ts'
import type { Config } from './config/config.ts'
import type { Secrets } from './config/secrets.ts'
import { createDeps, type Deps, type DepsOverrides } from './deps.ts'
import { stopServer } from './stop-server.ts'

/** A server that is up. */
export interface RunningServer {
  /** Where it answers, without a slash at the end. */
  readonly url: string
  readonly deps: Deps
  /** Refuses what is new, lets what is under way finish, then closes everything. May be called more than once. */
  close(): Promise<void>
}

const FORGET_INTERVAL_MS = 60 * 60_000

/** Starts the server; resolves when it takes connections. */
export async function startServer(options: {
  config: Config
  secrets: Secrets
  overrides?: DepsOverrides
}): Promise<RunningServer> {
  const { config } = options
  const deps = await createDeps(config, options.secrets, options.overrides)
  const app = createApp(deps)
  try {
    await app.framework.ready()
    app.server.listen(config.port, config.host)
    await once(app.server, 'listening')
  } catch (error) {
    await deps.close()
    throw error
  }
  const forgetting = setInterval(() => void forgetOld(deps), FORGET_INTERVAL_MS).unref()
  let closed: Promise<void> | undefined
  return {
    url: urlOf(config.host, app.server.address() as AddressInfo),
    deps,
    close() {
      clearInterval(forgetting)
      closed ??= stopServer(deps, app).finally(() => deps.close())
      return closed
    },
  }
}

function urlOf(host: string, { port }: AddressInfo): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}

async function forgetOld({ store, clock, limits, log }: Deps): Promise<void> {
  try {
    await store.sessions.forget(clock.now() - limits.sessionLifetimeMs)
    await store.objects.forgetExpired(clock.now())
  } catch (error) {
    log.warn({ error }, 'Expired sessions and objects could not be removed.')
  }
}
