import { Agent } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { OthersOrder, OthersPace, OthersSettings, Wait } from './others.ts'
import { postTimed } from './timed-request.ts'

/**
 * The requests of another account. Each is sent at its time, independently of earlier answers, so a server that is
 * blocked for a second delays every request of that second.
 */
const { url, key, probes } = JSON.parse(process.argv[2]!) as OthersSettings
const agent = new Agent({ keepAlive: true })
let waits: Promise<Wait>[] = []
let pace: OthersPace = {}
/** Stops only the senders of this measurement, some of which still sleep when the next one begins. */
let running = new AbortController()

process.on('message', (order: OthersOrder) => {
  if (typeof order === 'object') pace = order
  else if (order === 'begin') {
    running = new AbortController()
    for (const probe of probes) void run(probe, running.signal)
  } else void end()
})

async function run(
  { name, path, body, everyMs }: OthersSettings['probes'][number],
  signal: AbortSignal,
): Promise<void> {
  const from = performance.now()
  const intervalMs = pace[name] ?? everyMs
  for (let n = 1; !signal.aborted; n++) {
    const answer = postTimed(`${url}${path}`, { key, body, agent, headers: { 'x-session-id': name } })
    waits.push(
      answer.then(({ ms, status, headers }) => {
        return { name, ms, status, outcome: String(headers['x-service-compression']) }
      }),
    )
    await sleep(Math.max(1, from + n * intervalMs - performance.now()))
  }
}

async function end(): Promise<void> {
  running.abort()
  const measured = await Promise.all(waits)
  waits = []
  process.send!(measured)
}
