import { version } from 'node:process'
import type { LoadCounts } from './support/mixed-load.ts'
import { median } from './support/percentile.ts'

/** Measurements since the previous sample. */
export interface Sample {
  /** Since the start. */
  readonly minute: number
  /** Resident memory in MiB. */
  readonly resident: number
  readonly descriptors: number
  /** 99th percentile of small requests that the provider answers at once, in ms. */
  readonly p99: number
  /** Since the start. */
  readonly requests: number
}

export interface SoakRun {
  readonly minutes: number
  /** As in `LoadOptions`. */
  readonly rest: number
  /** `PLEAT_FOLD_MEMORY_MB` of the server. */
  readonly foldMemory: string
  readonly samples: readonly Sample[]
  readonly counts: LoadCounts
  /** The most resident memory, in MiB. */
  readonly peak: number
  readonly isAlive: boolean
  /** Files of the server that contain a word of a message, and the number of searched bytes. */
  readonly written: { readonly found: readonly string[]; readonly bytes: number }
}

/** One demand on the run. */
export interface Demand {
  readonly holds: boolean
  readonly middle?: number
  readonly last?: number
}

/** Highest allowed ratio of the average in the last third to that in the middle third. */
const MAX_GROWTH = 1.05
/** Descriptors allowed beyond the ratio. Their number is small, so a few connections would exceed the ratio. */
const DESCRIPTORS_NOISE = 10
/** The same two bounds for the 99th percentile, which other programs on the machine raise too. */
const MAX_P99_GROWTH = 1.25
const P99_NOISE_MS = 10

export function verdictOf({ samples, counts, isAlive, written }: SoakRun) {
  const third = (from: number) =>
    samples.slice(Math.floor((from / 3) * samples.length), Math.ceil(((from + 1) / 3) * samples.length))
  const compared = (of: (part: readonly Sample[]) => number, most: (middle: number) => number): Demand => {
    const [middle, last] = [of(third(1)), of(third(2))]
    return { holds: last <= most(middle), middle, last }
  }
  const average = (field: 'resident' | 'descriptors') => (part: readonly Sample[]) =>
    Math.round(part.reduce((sum, sample) => sum + sample[field], 0) / part.length)
  return {
    memory: compared(average('resident'), (middle) => middle * MAX_GROWTH),
    descriptors: compared(average('descriptors'), (middle) =>
      Math.max(middle * MAX_GROWTH, middle + DESCRIPTORS_NOISE),
    ),
    p99: compared(
      (part) => median(part.map(({ p99 }) => p99)),
      (middle) => Math.max(middle * MAX_P99_GROWTH, middle + P99_NOISE_MS),
    ),
    noAnswerOfAnotherAccount: { holds: counts.ofOtherAccount === 0 },
    noWordInLogsAndStore: { holds: written.found.length === 0 && written.bytes > 0 },
    alive: { holds: isAlive },
  } satisfies Record<string, Demand>
}

/** The report as Markdown. */
export function describeSoak(run: SoakRun): string {
  const { minutes, rest, foldMemory, samples, counts, peak, written } = run
  const verdict = verdictOf(run)
  const pair = ({ middle, last }: Demand, unit: string) => `${middle}${unit} -> ${last}${unit}`
  const met = ({ holds }: Demand) => (holds ? 'yes' : '**no**')
  const every = Math.max(1, Math.round(samples.length / 12))
  return `# Soak

Made by \`npm run soak -- ${minutes} --rest ${rest} --fold-memory ${foldMemory} --report bench/SOAK.md\`, on Node ${version}. Eight accounts send for ${minutes} minutes: small
requests on two wires, conversations of up to 60 turns that are folded, transcripts, uploads of 2 MB, and requests that are
refused. Of small and conversation requests, 8 % are aborted, 10 % compressed, and 15 % cause a fault of the provider. The provider, the
clients and the server share the machine.

| demand | middle third -> last third | met |
| --- | --- | --- |
| memory grows by at most 5 % | ${pair(verdict.memory, ' MiB')} | ${met(verdict.memory)} |
| descriptors do not grow | ${pair(verdict.descriptors, '')} | ${met(verdict.descriptors)} |
| 99th percentile of small requests does not grow | ${pair(verdict.p99, ' ms')} | ${met(verdict.p99)} |
| no account gets another account's response | ${counts.ofOtherAccount} of ${counts.requests} | ${met(verdict.noAnswerOfAnotherAccount)} |
| no word of a message is in the logs or the store | ${written.found.length} files, ${Math.round(written.bytes / 1e6)} MB read | ${met(verdict.noWordInLogsAndStore)} |
| the server does not exit | most memory ${peak} MiB | ${met(verdict.alive)} |

${counts.ok} responses had the status 200, ${counts.refused} an error status; ${counts.broken} requests broke or were aborted; ${counts.transcripts}
transcripts and ${counts.uploads} uploads were served.

| minute | memory MiB | descriptors | p99 ms | requests |
| --- | --- | --- | --- | --- |
${samples
  .filter((_, i) => i % every === every - 1)
  .map((sample) =>
    [sample.minute, sample.resident, sample.descriptors, sample.p99, sample.requests]
      .map((cell) => `| ${cell} `)
      .join(''),
  )
  .map((row) => `${row}|`)
  .join('\n')}
`
}
