import { readFileSync, writeFileSync } from 'node:fs'
import type { WorkersReport } from './measure-load.ts'
import type { MemoryReport } from './measure-memory.ts'
import type { StoresReport } from './measure-stores.ts'

/** The measurements of `bench:load`. */
export interface LoadFigures {
  readonly date: string
  readonly cores: number
  readonly model: string
  /** Load average of the machine before the run. */
  readonly load: number
  readonly workers: readonly WorkersReport[]
  /** CPU time of a next turn at 25,000 tokens, with one worker. */
  readonly shortNextTurnCpuMs: number
  readonly memory: MemoryReport
  readonly stores: StoresReport
}

/** The inputs of the simulation, for a request with a history of 100,000 tokens unless stated otherwise. */
export interface ScaleFigures {
  readonly date: string
  readonly cores: number
  readonly model: string
  /** The measurement that they come from, as Markdown with links relative to docs. */
  readonly source: string
  /** CPU time of a request of 1 KB. */
  readonly smallCpuMs: number
  /** CPU time of a next turn at 25,000 and at 100,000 tokens, with one worker and an embedded store. */
  readonly shortCpuMs: number
  readonly longCpuMs: number
  /** CPU time of a next turn with PostgreSQL and Valkey. */
  readonly storesCpuMs: number
  /** Factor on the CPU time of a request with two workers. */
  readonly workersFactor: number
  readonly workerMegabytes: number
  readonly sessionMegabytes: number
  readonly transactions: number
  readonly rows: number
  readonly walBytes?: number
  readonly redisCommands: number
  readonly redisInBytes: number
  readonly redisOutBytes?: number
  readonly snapshotBytes: number
}

const FILE = new URL('measured.json', import.meta.url)

/** The figures of the newest run. */
export function readFigures(): ScaleFigures {
  return JSON.parse(readFileSync(FILE, 'utf8')) as ScaleFigures
}

export function writeFigures(figures: LoadFigures): void {
  writeFileSync(FILE, `${JSON.stringify(scaleFiguresOf(figures), null, 2)}\n`)
}

function scaleFiguresOf(figures: LoadFigures): ScaleFigures {
  const { date, cores, model, workers, shortNextTurnCpuMs, memory, stores } = figures
  const alone = workers.find((each) => each.workers === 1) ?? workers[0]!
  const two = workers.find((each) => each.workers === 2) ?? alone
  return {
    date,
    cores,
    model,
    source: '`npm run bench:load` ([bench/CLUSTER.md](../bench/CLUSTER.md))',
    smallCpuMs: alone.small.cpuMs,
    shortCpuMs: shortNextTurnCpuMs,
    longCpuMs: alone.nextTurn.cpuMs,
    storesCpuMs: stores.cpuMs,
    workersFactor: two.nextTurn.cpuMs / alone.nextTurn.cpuMs,
    workerMegabytes: two.idleMegabytes.worker ?? two.idleMegabytes.first,
    sessionMegabytes: memory.perSessionMegabytes,
    transactions: stores.postgres.transactions,
    rows: stores.postgres.rows,
    walBytes: stores.postgres.walBytes,
    redisCommands: stores.redis.commands,
    redisInBytes: stores.redis.inBytes,
    redisOutBytes: stores.redis.outBytes,
    snapshotBytes: stores.snapshotBytes,
  }
}
