import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { wholeNumber } from '../options.ts'
import { smallBodies } from './bodies.ts'
import { firstLine, nextMessage, readyWhen, startChild } from './child.ts'
import { Connection } from './connection.ts'
import type { CountingCommand, CountingReply, CpuTime, WrittenTurns } from './counted-server.ts'
import { createRequests } from './requests.ts'
import { median, quantile } from './statistics.ts'

const HELP = `Usage: npm run bench:counting -- [options]

Measure the CPU time that counting for the metrics and the dashboard adds to small requests. One server counts in one
round of each pair, so both kinds of rounds run the same compiled code on the same machine. Rounds are short and many,
because a shared machine is slow for seconds at a time. Turns are written once a second: that time is measured by
itself, and added. Takes about four minutes.

Options:
  --pairs N     pairs of rounds, with and without counting (default 1500)
  --requests N  requests in a round (default 200)
  --json        print the figures as JSON
  --help        show this`

const CONNECTIONS = 16
const WARM_UP_ROUNDS = 60
/** Resamplings of the pairs for the interval. */
const SAMPLES = 2000

const { values } = parseArgs({
  options: {
    pairs: { type: 'string', default: '1500' },
    requests: { type: 'string', default: '200' },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h', default: false },
  },
})
if (values.help) {
  console.log(HELP)
  process.exit(0)
}
const pairs = wholeNumber('--pairs', values.pairs)
const requests = wholeNumber('--requests', values.requests)

const directory = mkdtempSync(join(tmpdir(), 'pleat-counting-'))
const upstream = startChild('upstream', [join(import.meta.dirname, 'upstream.ts')], { directory })
let server: ChildProcess | undefined
try {
  const upstreamUrl = (await readyWhen(upstream, firstLine)).url!
  server = fork(join(import.meta.dirname, 'counted-server.ts'), [upstreamUrl], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  report(await measure(server))
} finally {
  if (server?.connected) {
    server.disconnect()
    await once(server, 'exit')
  }
  await upstream.stop()
  rmSync(directory, { recursive: true, force: true })
}

/** CPU microseconds per request of each pair of rounds, without the writing of turns. */
interface Pair {
  readonly counted: number
  readonly uncounted: number
}

interface Measured {
  readonly pairs: readonly Pair[]
  /** CPU microseconds of the writing of turns, per counted request. */
  readonly writing: number
}

async function measure(child: ChildProcess): Promise<Measured> {
  const { url, key } = (await next(child)) as { url: string; key: string }
  const port = Number(new URL(url).port)
  const request = createRequests({ name: 'pleat', pid: child.pid!, port, headers: [`Authorization: Bearer ${key}`] })
  const connections = Array.from({ length: CONNECTIONS }, () => new Connection(port))
  const bodies = smallBodies(2000)
  let sent = 0

  async function playRound(isOn: boolean): Promise<number> {
    send(child, { op: 'count', isOn })
    const before = await cpuOf(child)
    let left = requests
    const keepAsking = async (connection: Connection): Promise<void> => {
      while (left-- > 0) {
        const { status } = await connection.send(request(bodies[sent++ % bodies.length]!))
        if (status !== 200) throw new Error(`A request was answered with ${status}.`)
      }
    }
    await Promise.all(connections.map(keepAsking))
    return ((await cpuOf(child)) - before) / requests
  }

  for (let round = 0; round < WARM_UP_ROUNDS; round++) await playRound(round % 2 === 0)
  const measured: Pair[] = []
  for (let pair = 0; pair < pairs; pair++) {
    // The order changes, so that a slowly changing machine favours neither.
    const first = await playRound(pair % 2 === 0)
    const second = await playRound(pair % 2 !== 0)
    measured.push(pair % 2 === 0 ? { counted: first, uncounted: second } : { counted: second, uncounted: first })
    if (process.stderr.isTTY) process.stderr.write(`\r${pair + 1} of ${pairs} pairs`)
  }
  if (process.stderr.isTTY) process.stderr.write('\r\u001b[K')
  for (const connection of connections) connection.close()
  send(child, { op: 'write' })
  const written = (await next(child)) as WrittenTurns
  const counted = (pairs + WARM_UP_ROUNDS / 2) * requests
  return { pairs: measured, writing: (written.turns * written.microseconds) / counted }
}

function report({ pairs: measured, writing }: Measured): void {
  const added = measured.map(({ counted, uncounted }) => (counted + writing) / uncounted - 1)
  const resampled = Array.from({ length: SAMPLES }, () =>
    median(added.map(() => added[Math.floor(Math.random() * added.length)]!)),
  )
  const figures = {
    pairs: measured.length,
    requests,
    uncountedMicroseconds: median(measured.map(({ uncounted }) => uncounted)),
    countedMicroseconds: median(measured.map(({ counted }) => counted + writing)),
    writingMicroseconds: writing,
    added: median(added),
    least: quantile(resampled, 0.025),
    most: quantile(resampled, 0.975),
  }
  if (values.json) {
    console.log(JSON.stringify(figures))
    return
  }
  const { uncountedMicroseconds, countedMicroseconds, writingMicroseconds } = figures
  console.log(
    `CPU per request: ${uncountedMicroseconds.toFixed(0)} µs without counting, ${countedMicroseconds.toFixed(0)} µs with it, ${writingMicroseconds.toFixed(1)} µs of which are for turns that are written`,
  )
  console.log(
    `Counting adds ${percent(figures.added)} (median of ${measured.length} pairs of rounds; 95 % interval ${percent(figures.least)} to ${percent(figures.most)})`,
  )
}

async function cpuOf(child: ChildProcess): Promise<number> {
  send(child, { op: 'read' })
  return ((await next(child)) as CpuTime).microseconds
}

function send(child: ChildProcess, command: CountingCommand): void {
  child.send(command)
}

async function next(child: ChildProcess): Promise<CountingReply> {
  return (await nextMessage(child)) as CountingReply
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`
}
