import { smallBodies, talkOf, turnBody, turnsOf } from '../speed/bodies.ts'
import { Connection } from '../speed/connection.ts'
import { createRequests, type NumberedBody } from '../speed/requests.ts'
import { quantile } from '../speed/statistics.ts'
import { type Loaded, startLoaded } from './start-loaded.ts'

/** Requests of one kind: their rate per second, and the CPU time of each. */
export interface Rate {
  readonly requestsPerSecond: number
  /** CPU time of all processes of the server. */
  readonly cpuMs: number
  /** CPU time of the stand-in provider and of the load generator. */
  readonly othersCpuMs: number
  readonly p50Ms: number
  readonly p95Ms: number
}

/** Memory, CPU time and rates of a server with this number of workers. */
export interface WorkersReport {
  readonly workers: number
  /** Idle memory of the first process, and of a worker. With one worker there is one process. */
  readonly idleMegabytes: { readonly first: number; readonly worker: number | undefined }
  readonly small: Rate
  readonly firstFoldCpuMs: number
  readonly nextTurn: Rate
}

export interface LoadScale {
  readonly floodMs: number
  readonly sessions: number
  readonly turns: number
}

const SMALL_CONNECTIONS = 32
const WARM_UP_MS = 2000
/** A conversation of about 100,000 tokens. */
export const LONG = { messages: 240, bytes: 420_000 }
const SHORT = { messages: 60, bytes: 105_000 }

export async function measureWorkers(workers: number, scale: LoadScale): Promise<WorkersReport> {
  const loaded = await startLoaded({ workers })
  try {
    const { first, workers: rest } = loaded.memory()
    const worker = rest.length ? rest.reduce((sum, each) => sum + each, 0) / rest.length : undefined
    await flood(loaded, WARM_UP_MS)
    const small = await flood(loaded, scale.floodMs)
    return { workers, idleMegabytes: { first, worker }, small, ...(await nextTurns(loaded, LONG, scale)) }
  } finally {
    await loaded.stop()
  }
}

/** Next turns of conversations of a quarter of the length, so that the time of other lengths can be interpolated. */
export async function measureShortTurns(scale: LoadScale): Promise<Rate> {
  const loaded = await startLoaded({ workers: 1 })
  try {
    // Until the server has warmed up and compiled its code.
    await flood(loaded, WARM_UP_MS)
    await nextTurns(loaded, SHORT, scale, 4_000_000)
    return (await nextTurns(loaded, SHORT, scale)).nextTurn
  } finally {
    await loaded.stop()
  }
}

/** Sends requests of 1 KB on each connection, one as soon as the previous one is answered. */
async function flood(loaded: Loaded, milliseconds: number): Promise<Rate> {
  const bodies = smallBodies(2000)
  const until = performance.now() + milliseconds
  let count = 0
  const client = async (send: Send): Promise<void> => {
    while (performance.now() < until) await send(bodies[count++ % bodies.length]!)
  }
  return await rateOf(loaded, (open) => Promise.all(Array.from({ length: SMALL_CONNECTIONS }, () => client(open()))))
}

/**
 * Sends the last turns of long conversations, all in parallel, each on its own connection. Another `seed` gives other
 * conversations, for example to warm up a new server.
 */
async function nextTurns(
  loaded: Loaded,
  talk: { readonly messages: number; readonly bytes: number },
  { sessions, turns }: Pick<LoadScale, 'sessions' | 'turns'>,
  seed = 3_000_000,
): Promise<Pick<WorkersReport, 'firstFoldCpuMs' | 'nextTurn'>> {
  const talks = Array.from({ length: sessions }, (_, index) => talkOf({ seed: seed + index, ...talk }))
  const connections = talks.map((_, index) => ({ index, connection: new Connection(loaded.port) }))
  const send = sender(loaded)
  const from = turnsOf(talks[0]!) - turns
  const beforeFolds = loaded.cpuMs()
  // One at a time, since a first fold in parallel with others may be late, and would then be finished after its response.
  for (const { index, connection } of connections) {
    await send(connection, turnBody(talks[index]!, from - 1), [`X-Session-Id: load ${seed + index}`])
  }
  const firstFoldCpuMs = (loaded.cpuMs() - beforeFolds) / sessions
  for (const { index, connection } of connections) {
    await send(connection, turnBody(talks[index]!, from), [`X-Session-Id: load ${seed + index}`])
  }
  const nextTurn = await rateOf(loaded, async (_, time) => {
    await Promise.all(
      connections.map(async ({ index, connection }) => {
        for (let turn = from + 1; turn <= from + turns; turn++) {
          time(await send(connection, turnBody(talks[index]!, turn), [`X-Session-Id: load ${seed + index}`]))
        }
      }),
    )
  })
  for (const { connection } of connections) connection.close()
  return { firstFoldCpuMs, nextTurn }
}

type Send = (body: NumberedBody) => Promise<void>

async function rateOf(
  loaded: Loaded,
  act: (open: () => Send, time: (ms: number) => void) => Promise<unknown>,
): Promise<Rate> {
  const times: number[] = []
  const opened: Connection[] = []
  const open = (): Send => {
    const connection = new Connection(loaded.port)
    opened.push(connection)
    const send = sender(loaded)
    return async (body) => void times.push(await send(connection, body))
  }
  const [cpu, others, from] = [loaded.cpuMs(), othersCpuMs(loaded), performance.now()]
  await act(open, (ms) => void times.push(ms))
  const seconds = (performance.now() - from) / 1000
  const rate = {
    requestsPerSecond: times.length / seconds,
    cpuMs: (loaded.cpuMs() - cpu) / times.length,
    othersCpuMs: (othersCpuMs(loaded) - others) / times.length,
    p50Ms: quantile(times, 0.5),
    p95Ms: quantile(times, 0.95),
  }
  for (const connection of opened) connection.close()
  return rate
}

function othersCpuMs(loaded: Loaded): number {
  const { user, system } = process.cpuUsage()
  return loaded.upstreamCpuMs() + (user + system) / 1000
}

/** Sends a body and returns the milliseconds to the end of its response. */
export function sender({ port, key }: Pick<Loaded, 'port' | 'key'>) {
  return async (connection: Connection, body: NumberedBody, headers: readonly string[] = []): Promise<number> => {
    const target = { name: 'pleat' as const, port, pid: 0, headers: [`Authorization: Bearer ${key}`] }
    const { status, lastByteMs } = await connection.send(createRequests(target, headers)(body))
    if (status !== 200) throw new Error(`The server answered ${status}.`)
    return lastByteMs
  }
}
