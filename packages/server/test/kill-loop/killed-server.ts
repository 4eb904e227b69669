import { writeSync } from 'node:fs'
import { openSqliteStore } from '../src/adapters/sqlite/open-sqlite-store.ts'
import { readConfig } from '../src/config/config.ts'
import { startServer } from '../src/server.ts'

/**
 * A server that kills itself, without a chance to clean up: `before-charge` and `after-charge` at the charge of the
 * given call, `never` not by itself.
 */
const [dataDir = '', moment = 'never', call = '1'] = process.argv.slice(2)
const config = readConfig({ PLEAT_PORT: '0', PLEAT_DATA_DIR: dataDir, PLEAT_LOG_LEVEL: 'silent' })
const store = await openSqliteStore(config)
let calls = 0

const ledger: typeof store.ledger = {
  ...store.ledger,
  async charge(charge) {
    const isLast = ++calls === Number(call)
    if (isLast && moment === 'before-charge') die()
    const outcome = await store.ledger.charge(charge)
    // Committed, and nobody has been answered yet.
    if (isLast && moment === 'after-charge') die()
    return outcome
  },
}

function die(): void {
  process.kill(process.pid, 'SIGKILL')
}

const server = await startServer({
  config,
  secrets: { providerKeys: {}, sealingSecret: 'a secret of the test' },
  overrides: { store: { ...store, ledger } },
})
writeSync(1, `${server.url}\n`)
