import type { Command } from 'commander'
import { openSqliteStore } from '../adapters/sqlite/open-sqlite-store.ts'
import { type Config, readConfig } from '../config/config.ts'
import { PROVIDER_NAMES } from '../config/providers.ts'
import { readSecrets } from '../config/secrets.ts'
import type { CommandContext } from './command-context.ts'
import { issueKey } from './keys-create.ts'
import { stopRequested } from './stop-signal.ts'
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

/** Runs until a signal asks to stop, then lets the requests under way finish. */
async function start(context: CommandContext): Promise<void> {
  const config = readConfig(context.variables)
  const secrets = readSecrets(context.variables, config.dataDir)
  for (const warning of config.warnings) context.output.note(`warning: ${warning}`)
  const stop = stopRequested()
  // Loaded here because the other commands do not need it and it takes most of their time.
  const { startServer } = await import('../server.ts')
  const server = await startServer({ config, secrets })
  const firstKey = await issueFirstKey(config)
  const providersWithKey = PROVIDER_NAMES.filter((name) => secrets.providerKeys[name] !== undefined)
  context.output.result({ url: server.url, ...(firstKey && { key: firstKey }) }, () =>
    describeStart({ url: server.url, firstKey, providersWithKey }),
  )
  await stop
  context.output.note('Stopping when the requests under way are done. Press Ctrl+C again to stop at once.')
  await server.close()
}

/** After the server is up, so that a start which fails never uses up the only showing of the first key. */
async function issueFirstKey(config: Config): Promise<string | undefined> {
  const store = await openSqliteStore(config)
  try {
    if ((await store.keys.countKeys()) > 0) return undefined
    const { key } = await issueKey(store.keys, { account: 'default' })
    return key
  } finally {
    await store.close()
  }
}
