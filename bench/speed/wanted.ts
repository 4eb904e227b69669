import type { MemoryResult } from './memory.ts'
import { addedTo, type CaseResult, ratioOf } from './summary.ts'

/** A promised figure with the measured one. */
export interface Wanted {
  readonly what: string
  readonly wanted: string
  readonly measured: string
  /** Undefined when it was not measured. */
  readonly isMet: boolean | undefined
}

/** The promise in words and as a number. `unit` follows both figures. */
interface Goal {
  readonly what: string
  readonly unit: string
  readonly atLeast?: number
  readonly atMost?: number
}

/** All promised figures with the measured ones. */
export function compareWithWanted(results: readonly CaseResult[], memory: MemoryResult | undefined): Wanted[] {
  const of = (name: string, read: (result: CaseResult) => number | undefined) => {
    const result = results.find((candidate) => candidate.name === name)
    return result && read(result)
  }
  const added = (name: string, figure: 'p50' | 'p95' | 'p99' | 'firstByteP50') =>
    of(name, (result) => addedTo(result, ['pleat', 'direct'], figure))
  const times = (name: string, other: 'bare' | 'portkey' | 'portkey-on-ours') =>
    of(name, (result) => ratioOf(result, ['pleat', other], 'requestsPerSecond'))
  const share = times('1kb-flood', 'bare')
  const last = memory?.points.at(-1)
  return [
    goal({ what: '1 KB: share of the bare pass-through’s throughput', unit: ' %', atLeast: 65 }, share && share * 100),
    ...againstPortkey('1 KB', 4, (other) => times('1kb-flood', other)),
    ...againstPortkey('200 KB', 3, (other) => times('200kb-flood', other)),
    goal({ what: '1 KB: added p50', unit: ' ms', atMost: 0.3 }, added('1kb', 'p50')),
    goal({ what: '200 KB: added p50', unit: ' ms', atMost: 1.1 }, added('200kb', 'p50')),
    goal({ what: 'first fold at 100k tokens: added p50', unit: ' ms', atMost: 200 }, added('400kb-first', 'p50')),
    goal({ what: 'next turn at 100k tokens: added p50', unit: ' ms', atMost: 5 }, added('400kb-next', 'p50')),
    goal({ what: 'next turn at 100k tokens: added p99', unit: ' ms', atMost: 15 }, added('400kb-next', 'p99')),
    goal({ what: 'next turn at 500k tokens: added p95', unit: ' ms', atMost: 25 }, added('2mb-next', 'p95')),
    goal({ what: 'first byte of a stream: later by', unit: ' ms', atMost: 1 }, added('stream', 'firstByteP50')),
    goal({ what: '1,000 sessions of 100k tokens: memory', unit: ' MB', atMost: 1000 }, last?.nowMegabytes),
  ]
}

function againstPortkey(
  size: string,
  atLeast: number,
  times: (other: 'portkey' | 'portkey-on-ours') => number | undefined,
): Wanted[] {
  const what = `${size}: throughput against Portkey’s`
  return [
    goal({ what, unit: ' x', atLeast }, times('portkey')),
    goal({ what: `${what} on our Node`, unit: ' x', atLeast }, times('portkey-on-ours')),
  ]
}

function goal({ what, unit, atLeast, atMost }: Goal, measured: number | undefined): Wanted {
  const isMet = measured === undefined ? undefined : atLeast !== undefined ? measured >= atLeast : measured <= atMost!
  const wanted = atLeast !== undefined ? `>= ${atLeast}${unit}` : `<= ${atMost}${unit}`
  return { what, wanted, measured: measured === undefined ? 'not measured' : `${precise(measured)}${unit}`, isMet }
}

/** A whole number from 100 on, and two significant digits below. */
export function precise(value: number): string {
  if (value === 0) return '0'
  return Math.abs(value) >= 100 ? Math.round(value).toLocaleString('en-US') : String(Number(value.toPrecision(2)))
}
