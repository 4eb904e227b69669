import { writeSync } from 'node:fs'
import { openStore } from '../../src/adapters/open-store.ts'
import { readConfig } from '../../src/config/config.ts'
import { databaseUrlIn } from '../../src/config/secrets.ts'
import { startServer } from '../../src/server.ts'

/**
 * A server that kills itself without cleaning up: before or after the charge of the given call (`before-charge`,
 * `after-charge`), or not at all (`never`).
 */
const [moment = 'never', call = '1'] = process.argv.slice(2)
const config = readConfig(process.env)
const log = { info: () => {}, warn: () => {} }
const store = await openStore({ ...config, databaseUrl: databaseUrlIn(process.env), log })
let calls = 0

const ledger: typeof store.ledger = {
  ...store.ledger,
  async charge(charge) {
    const isLast = ++calls === Number(call)
    if (isLast && moment === 'before-charge') die()
    const outcome = await store.ledger.charge(charge)
    // The charge is committed, and no client has a response yet.
    if (isLast && moment === 'after-charge') die()
    return outcome
  },
}

function die(): void {
  process.kill(process.pid, 'SIGKILL')
}

const server = await startServer({
  config,
  secrets: {
    providerKeys: { openai: 'x' },
    sealingSecret: 'a secret of the test',
    adminToken: process.env.PLEAT_ADMIN_TOKEN ?? '',
  },
  // After a late fold on a busy machine the original would be sent, and different bytes would prove nothing.
  overrides: { store: { ...store, ledger }, limits: { foldTimeoutMs: 60_000 } },
})
writeSync(1, `${server.url}\n`)
