import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '../../packages/server/src/config/config.ts'
import { readSecrets } from '../../packages/server/src/config/secrets.ts'
import { issueKey } from '../../packages/server/src/gate/issue-key.ts'
import type { TurnEntry } from '../../packages/server/src/proxy/turn-port.ts'
import { startServer } from '../../packages/server/src/server.ts'

/**
 * A server whose parent process switches the counting for the metrics and the dashboard on and off: the turns of
 * sessions, and the series of `/metrics`. Everything else is as usual.
 */

/** `write` comes last: it writes turns of the rounds to the store. */
export type CountingCommand = { readonly op: 'count'; readonly isOn: boolean } | { readonly op: 'read' | 'write' }

/** The first message is the address and a key. `read` returns the CPU time so far, `write` that of writing. */
export type CountingReply = { readonly url: string; readonly key: string } | CpuTime | WrittenTurns

export interface CpuTime {
  readonly microseconds: number
}

export interface WrittenTurns {
  /** Turns of all rounds that had to be written. */
  readonly turns: number
  /** CPU time per turn. */
  readonly microseconds: number
}

const UNLIMITED = 1_000_000_000
const MAX_BATCHES = 40

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
let turnCount = 0
const batches: (readonly TurnEntry[])[] = []
const writeTurns = store.turns.add.bind(store.turns)
// The recorder writes once a second, in whichever round that is: the writing is measured by itself after the rounds.
store.turns.add = async (entries) => {
  turnCount += entries.length
  if (batches.length < MAX_BATCHES) batches.push(entries)
}
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
  if (command.op === 'count') isOn = command.isOn
  else if (command.op === 'read') reply({ microseconds: cpu() })
  else reply({ turns: turnCount, microseconds: await timeWriting() })
})
process.on('disconnect', async () => {
  await server.close()
  rmSync(directory, { recursive: true, force: true })
  process.exit()
})
reply({ url: server.url, key })

/** CPU microseconds per turn of writing the recorded batches. The first half warms up the code. */
async function timeWriting(): Promise<number> {
  await turns.flush()
  const half = batches.splice(0, batches.length / 2)
  for (const batch of half) await writeTurns(batch)
  const before = cpu()
  for (const batch of batches) await writeTurns(batch)
  return (cpu() - before) / batches.reduce((sum, { length }) => sum + length, 0)
}

function cpu(): number {
  const { user, system } = process.cpuUsage()
  return user + system
}

function reply(message: CountingReply): void {
  process.send!(message)
}
