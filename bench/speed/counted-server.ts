import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '../../packages/server/src/config/config.ts'
import { readSecrets } from '../../packages/server/src/config/secrets.ts'
import { issueKey } from '../../packages/server/src/gate/issue-key.ts'
import { startServer } from '../../packages/server/src/server.ts'

/**
 * A server whose counting for the metrics and the dashboard is switched by its parent process: the turns of sessions, and the
 * series of `/metrics`. Everything else is as usual.
 */

/** A switch, or the end of a round. */
export type CountingCommand = { readonly op: 'count'; readonly isOn: boolean } | { readonly op: 'read' }

/** The first message is the address and a key. Each `read` is answered with the CPU time of the process so far. */
export type CountingReply = { readonly url: string; readonly key: string } | { readonly cpuMicroseconds: number }

const UNLIMITED = 1_000_000_000

const directory = mkdtempSync(join(tmpdir(), 'pleat-counting-'))
const variables = {
  PLEAT_PORT: '0',
  PLEAT_DATA_DIR: join(directory, 'data'),
  PLEAT_OPENAI_URL: `${process.argv[2]}/v1`,
  OPENAI_API_KEY: 'key',
}
const server = await startServer({ config: readConfig(variables), secrets: readSecrets(variables, directory) })
const { turns, metrics, store } = server.deps
const { key } = await issueKey(store.keys, { account: 'bench', requestsPerMinute: UNLIMITED })

let isOn = true
const usual = {
  record: turns.record.bind(turns),
  enter: metrics.enter.bind(metrics),
  leave: metrics.leave.bind(metrics),
  add: metrics.add.bind(metrics),
}
// Own properties from the start, so that a switch changes no shape and undoes no compilation.
turns.record = (...given) => {
  if (isOn) usual.record(...given)
}
metrics.enter = () => {
  if (isOn) usual.enter()
}
metrics.leave = () => {
  if (isOn) usual.leave()
}
metrics.add = (exchange) => {
  if (isOn) usual.add(exchange)
}

process.on('message', async (command: CountingCommand) => {
  if (command.op === 'count') {
    isOn = command.isOn
    return
  }
  // The rows of a round are written in it.
  await turns.flush()
  const { user, system } = process.cpuUsage()
  reply({ cpuMicroseconds: user + system })
})
process.on('disconnect', async () => {
  await server.close()
  rmSync(directory, { recursive: true, force: true })
  process.exit()
})
reply({ url: server.url, key })

function reply(message: CountingReply): void {
  process.send!(message)
}
