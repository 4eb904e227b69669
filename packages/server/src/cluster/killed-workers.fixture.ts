import cluster from 'node:cluster'
import { join } from 'node:path'
import { Workers } from './workers.ts'

/** A primary process that kills all of its workers at once, and prints `restarted` when they run again. */
const log = { info() {}, warn() {}, error() {} }
const workers = new Workers({ count: 2, log, endMs: 1000, offer() {}, onEnd: async () => {} })
cluster.setupPrimary({ exec: join(import.meta.dirname, 'started-worker.fixture.ts') })
await workers.start()
for (const worker of Object.values(cluster.workers!)) worker!.process.kill('SIGKILL')
await new Promise<void>((resolve) => {
  const hasRestarted = () => workers.restarts === 2 && workers.running === 2 && resolve()
  // The test is whether the process stays alive without this timer.
  setInterval(hasRestarted, 20).unref()
})
await workers.stop()
process.stdout.write('restarted')
process.exit()
