import type { Scale } from './cases.ts'
import type { ContenderName } from './contenders.ts'
import { REQUESTS_IN_A_ROW } from './measure.ts'
import type { MemoryResult } from './memory.ts'
import { PORTKEY_NAME, PORTKEY_NODE } from './portkey.ts'
import { addedTo, type CaseResult, figureOf, ratioOf } from './summary.ts'
import { precise, type Wanted } from './wanted.ts'

/** A case that ended with an error. */
export interface Failure {
  readonly title: string
  readonly reason: string
}

export interface Report {
  readonly scale: Scale
  readonly results: readonly CaseResult[]
  readonly failures: readonly Failure[]
  readonly memory: MemoryResult | undefined
  readonly wanted: readonly Wanted[]
  /** The reason why the other gateway is missing. */
  readonly missing: string | undefined
}

/** The report as Markdown. */
export function describeReport(report: Report): string {
  const { results, memory } = report
  const blocks = [
    '# Speed',
    introductionOf(report),
    '## Wanted and measured',
    table(['figure', 'wanted', 'measured', 'met'], report.wanted.map(wantedRow)),
    ...throughputBlocks(results.filter(({ kind }) => kind === 'throughput')),
    ...latencyBlocks(results.filter(({ kind }) => kind === 'latency')),
    ...(memory ? ['## Memory', ...memoryBlocks(memory)] : []),
    ...failureBlocks(report.failures),
  ]
  return `${blocks.join('\n\n')}\n`
}

function introductionOf({ scale, missing }: Report): string {
  return [
    `Made by \`npm run bench:speed\`: medians of interleaved rounds, ${scale.floods} of throughput and ${scale.rounds} of latency. Each contender runs on`,
    'the same machine, in a separate process, in front of the same stand-in provider. So ratios and differences within one run',
    'are more reliable than the figures themselves. CPU time varies least, because it does not include waiting for a core.',
    '',
    '- **direct**: the stand-in itself, without a proxy',
    '- **raw**: a relay between bare sockets that only finds the end of each message: a bound that a proxy can approach, not a',
    '  proxy',
    '- **bare**: a pass-through of `node:http` and `undici.request` that reads and adds nothing',
    '- **Pleat**: in its default configuration, with authentication, sessions, token counts, folding, usage and log',
    `- **Portkey**: ${PORTKEY_NAME} from npm${missing === undefined ? '' : `; not in this run: ${missing}`}, on Node`,
    `  ${PORTKEY_NODE}, the version in Portkey's own image, and **on our Node**, ${process.versions.node}`,
  ].join('\n')
}

function wantedRow({ what, wanted, measured, isMet }: Wanted): string[] {
  return [what, wanted, measured, isMet === undefined ? '' : isMet ? 'yes' : 'no']
}

function throughputBlocks(results: readonly CaseResult[]): string[] {
  if (results.length === 0) return []
  const speed = (result: CaseResult, name: ContenderName) => cell(figureOf(result, name, 'requestsPerSecond'))
  const cpu = (result: CaseResult, name: ContenderName) => cell(figureOf(result, name, 'cpuPerRequest'))
  const ratio = (result: CaseResult, name: ContenderName, other: ContenderName) =>
    cell(ratioOf(result, [name, other], 'requestsPerSecond'))
  // Inverted, so that more is better in both tables.
  const cpuRatio = (result: CaseResult, name: ContenderName, other: ContenderName) =>
    cell(ratioOf(result, [other, name], 'cpuPerRequest'))
  const heads = [
    '',
    'direct',
    'raw',
    'bare',
    'Pleat',
    'Portkey',
    'on our Node',
    'Pleat / bare',
    'Pleat / Portkey',
    'on our Node',
  ]
  const rows = (of: typeof speed, ratioTo: typeof ratio) =>
    results.map((result) => [
      result.title,
      of(result, 'direct'),
      of(result, 'raw'),
      of(result, 'bare'),
      of(result, 'pleat'),
      of(result, 'portkey'),
      of(result, 'portkey-on-ours'),
      ratioTo(result, 'pleat', 'bare'),
      ratioTo(result, 'pleat', 'portkey'),
      ratioTo(result, 'pleat', 'portkey-on-ours'),
    ])
  return [
    '## Throughput',
    'Requests per second. The load generator, the stand-in and the contender share the machine:',
    table(heads, rows(speed, ratio)),
    'CPU time of a request, in microseconds. A ratio of 2 means that the first contender serves twice as many requests per core:',
    table(heads, rows(cpu, cpuRatio)),
  ]
}

function latencyBlocks(results: readonly CaseResult[]): string[] {
  if (results.length === 0) return []
  const rows = results.flatMap((result) =>
    (['bare', 'pleat', 'portkey'] as const)
      .filter((name) => figureOf(result, name, 'p50') !== undefined)
      .map((name) => latencyRow(result, name)),
  )
  const heads = ['', '', 'direct p50', 'added p50', 'p95', 'p99', 'first byte p50', 'CPU']
  return [
    '## Added latency',
    `One connection and one request at a time. The contenders take turns with the same bodies, ${REQUESTS_IN_A_ROW} in a row. ` +
      'Added time is the time of the contender minus the time without a proxy in the same round, in milliseconds. It is ' +
      'measured to the last byte of the response, or to the first byte. CPU is in milliseconds per request:',
    table(heads, rows),
  ]
}

const LABELS = { bare: 'bare', pleat: '**Pleat**', portkey: 'Portkey' } as const

function latencyRow(result: CaseResult, name: keyof typeof LABELS): string[] {
  const added = (figure: 'p50' | 'p95' | 'p99' | 'firstByteP50') => cell(addedTo(result, [name, 'direct'], figure))
  const cpu = figureOf(result, name, 'cpuPerRequest')
  return [
    result.title,
    LABELS[name],
    cell(figureOf(result, 'direct', 'p50')),
    added('p50'),
    added('p95'),
    added('p99'),
    added('firstByteP50'),
    cell(cpu && cpu / 1000),
  ]
}

function failureBlocks(failures: readonly Failure[]): string[] {
  if (failures.length === 0) return []
  const rows = failures.map(({ title, reason }) => [title, reason])
  return ['## Not measured', 'These ended with an error:', table(['', 'reason'], rows)]
}

function memoryBlocks({ points }: MemoryResult): string[] {
  const rows = points.map(({ sessions, nowMegabytes, mostMegabytes }) =>
    [sessions, nowMegabytes, mostMegabytes].map((value) => Math.round(value).toLocaleString('en-US')),
  )
  return [
    'Resident memory of Pleat. Conversations of 100k tokens arrive one after the other, each with its last three turns:',
    table(['sessions', 'MB', 'at most MB'], rows),
  ]
}

function cell(value: number | undefined): string {
  return value === undefined ? '' : precise(value)
}

function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [line(heads), line(heads.map(() => '---')), ...rows.map(line)].join('\n')
}
