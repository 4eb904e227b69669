import { writeSync } from 'node:fs'
import { createLog } from '../../packages/server/src/adapters/log.ts'
import { readConfig } from '../../packages/server/src/config/config.ts'
import { readSecrets } from '../../packages/server/src/config/secrets.ts'
import { startServer } from '../../packages/server/src/server.ts'

/**
 * Runs one node of the bench as a separate process. Its fold deadline is longer than a server's: on a busy machine a late fold
 * would send the original, and the comparison of bytes would fail for that reason.
 */
const FOLD_TIMEOUT_MS = 120_000
const SHARED_WINDOW_MS = Number(process.env.BENCH_WINDOW_MS ?? 10)

const config = readConfig(process.env)
const server = await startServer({
  config,
  secrets: readSecrets(process.env, config.dataDir),
  overrides: {
    limits: { foldTimeoutMs: FOLD_TIMEOUT_MS, sharedWindowMs: SHARED_WINDOW_MS },
    log: createLog(config.logLevel, { write: (line: string) => void writeSync(2, line) }),
  },
})
writeSync(1, `${JSON.stringify({ url: server.url })}\n`)
for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.once(signal, () => void server.close().then(() => process.exit(0)))
}
