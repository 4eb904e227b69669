import cluster from 'node:cluster'
import { resolve } from 'node:path'
import type { Command } from 'commander'
import { applyAllocatorSettings } from '../config/allocator.ts'
import { type Config, readConfig } from '../config/config.ts'
import type { Provider } from '../config/providers.ts'
import { PROVIDER_NAMES } from '../config/providers.ts'
import { readSecrets, type Secrets } from '../config/secrets.ts'
import { issueKey } from '../gate/issue-key.ts'
import type { KeyStore } from '../gate/key-port.ts'
import { OPERATOR_ACCOUNT } from '../gate/operator-account.ts'
import type { Log } from '../ports.ts'
import { surviveRejections } from '../survive-rejections.ts'
import type { CommandContext } from './command-context.ts'
import { keepTickShape } from './keep-tick-shape.ts'
import { ReportedFailure } from './reported-failure.ts'
import { stopRequested } from './stop-signal.ts'
import { tuneCollector } from './tune-collector.ts'
import { describeStart } from './welcome.ts'

/** Adds `start`. */
export function addStart(program: Command, context: CommandContext): void {
  program
    .command('start')
    .description('Start the server. Settings come from the environment and from .env.')
    .option('--json', 'print one line of JSON when the server is up')
    .addHelpText('after', '\nExample:\n  PLEAT_PORT=8080 pleat-server start')
    .action(() => start(context))
}

/** Runs until a signal, then waits for the requests in flight. */
async function start(context: CommandContext): Promise<void> {
  applyAllocatorSettings()
  tuneCollector()
  void keepTickShape()
  const config = readConfig(context.variables)
  const secrets = readSecrets(context.variables, config.dataDir)
  if (cluster.isWorker) {
    const { runWorker } = await import('../cluster/run-worker.ts')
    if ((await runWorker(config, secrets)) !== 0) throw new ReportedFailure()
    return
  }
  for (const warning of config.warnings) context.output.note(`warning: ${warning}`)
  // npm sets this variable for its scripts.
  const stop = stopRequested({ endsWithParent: context.variables.npm_execpath !== undefined })
  const server = await startProcesses(config, secrets).catch((error) => {
    throw explainListenError(error, config)
  })
  surviveRejections(server.deps.log)
  const firstKey = await issueFirstKey(server.deps.store.keys)
  const providersWithKey = PROVIDER_NAMES.filter((provider) => hasUpstream(provider, config, secrets))
  const dataDirectory = secrets.databaseUrl === undefined ? resolve(config.dataDir) : undefined
  const places = { dataDirectory, settingsFile: context.settingsFile }
  const row = { data_dir: dataDirectory ?? null, env_file: places.settingsFile ?? null }
  context.output.result({ url: server.url, ...(firstKey && { key: firstKey }), ...row }, () =>
    describeStart({ url: server.url, places, firstKey, providersWithKey }),
  )
  await stop
  context.output.note('Stopping when the requests in flight are complete. Press Ctrl+C again to stop at once.')
  await server.close()
}

/** A running server: one process, or the primary process of several workers. */
interface Started {
  readonly url: string
  readonly deps: { readonly store: { readonly keys: KeyStore }; readonly log: Log }
  close(): Promise<void>
}

/** Starts one process or several workers. Both are loaded here, because they would slow down other commands. */
async function startProcesses(config: Config, secrets: Secrets): Promise<Started> {
  if (config.workers > 1) {
    const { startFleet } = await import('../cluster/fleet.ts')
    return startFleet({ config, secrets })
  }
  const [{ startServer }, { warmUp }] = await Promise.all([import('../server.ts'), import('../warm-up.ts')])
  const server = await startServer({ config, secrets })
  // Not awaited: the server can serve meanwhile.
  const { log, lifecycle } = server.deps
  warmUp(server.deps).catch((error) => {
    if (!lifecycle.isClosing) log.warn({ error }, 'The server could not be warmed up.')
  })
  return server
}

/** True if an upstream of this API needs no keys of accounts: one of PLEAT_UPSTREAMS, or the default with a key. */
function hasUpstream(provider: Provider, { upstreams }: Config, { providerKeys }: Secrets): boolean {
  return upstreams.some(
    ({ name, api, isDefault }) => api === provider && !(isDefault && providerKeys[name] === undefined),
  )
}

/**
 * Creates the first key once the server is up, so that a failed start does not consume the key, which is shown once.
 * Its account is on plan pro, because the operator needs no budget.
 */
async function issueFirstKey(keys: KeyStore): Promise<string | undefined> {
  if ((await keys.countKeys()) > 0) return undefined
  const { key } = await issueKey(keys, { account: OPERATOR_ACCOUNT, plan: 'pro' })
  return key
}

/** Explains the most frequent errors of `listen`. */
function explainListenError(error: unknown, { host, port }: Config): Error {
  const { code } = error as NodeJS.ErrnoException
  const options = { cause: error }
  if (code === 'EADDRINUSE')
    return new Error(
      `PLEAT_PORT: port ${port} of ${host} is already in use; stop the other process or choose another port`,
      options,
    )
  if (code === 'EACCES')
    return new Error(`PLEAT_PORT: this user may not listen on port ${port}; choose a port above 1023`, options)
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    const remedy = 'use 127.0.0.1, or 0.0.0.0 for all interfaces'
    return new Error(`PLEAT_HOST: ${host} is not an address of this machine; ${remedy}`, options)
  }
  return error instanceof Error ? error : new Error(String(error))
}
