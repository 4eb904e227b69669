import { readFileSync, writeFileSync } from 'node:fs'
import type { WorkersReport } from './measure-load.ts'
import type { MemoryReport } from './measure-memory.ts'
import type { StoresReport } from './measure-stores.ts'

/** What `bench:load` has measured. */
export interface LoadFigures {
  readonly date: string
  readonly cores: number
  readonly model: string
  /** Load average of the machine before the run. */
  readonly load: number
  readonly workers: readonly WorkersReport[]
  /** CPU time of the next turn of a conversation of a quarter of the tokens, with one worker. */
  readonly shortNextTurnCpuMs: number
  readonly memory: MemoryReport
  readonly stores: StoresReport
}

const FILE = new URL('measured.json', import.meta.url)

/** The figures of the newest run, from which the simulation computes. */
export function readFigures(): LoadFigures {
  return JSON.parse(readFileSync(FILE, 'utf8')) as LoadFigures
}

export function writeFigures(figures: LoadFigures): void {
  writeFileSync(FILE, `${JSON.stringify(figures, null, 2)}\n`)
}
