/**
 * Checks that the core takes linear time: `node bench/attacks/core-shapes.ts [--size 750000] [--doublings 2] [--stages]
 * [--most-ms 60000] [--only PATTERN] [--profile FOLDER]`. Runs each shape in a child process: at the size, at twice the
 * size, and so on. Exits with 1 if a process fails or uses more than `--most-ms` of CPU time, or if a shape takes more
 * than three times as long at twice the size.
 */
import { spawn } from 'node:child_process'
import { parseArgs } from 'node:util'
import type { Stage } from './drive-core.ts'
import { SHAPES } from './shapes.ts'

const { values } = parseArgs({
  options: {
    size: { type: 'string', default: '750000' },
    doublings: { type: 'string', default: '2' },
    'most-ms': { type: 'string', default: '60000' },
    only: { type: 'string', default: '' },
    stages: { type: 'boolean', default: false },
    profile: { type: 'string' },
  },
})

/** Milliseconds below which a ratio of two times is noise. */
const LEAST_MS = 150
const MAX_RATIO = 3

interface Run {
  readonly stages: readonly Stage[]
  readonly total: number
  readonly peakMb: number
  /** Why the process failed; undefined if it succeeded. */
  readonly fault: string | undefined
}

const CHILD = new URL('./core-shape.ts', import.meta.url).pathname

function run(name: string, size: number): Promise<Run> {
  const flags = values.profile ? ['--cpu-prof', `--cpu-prof-dir=${values.profile}`] : []
  // By CPU time, since the machine may be busy with something else.
  const limited = `ulimit -t ${Math.ceil(Number(values['most-ms']) / 1000)}; exec "$0" "$@"`
  const child = spawn('sh', ['-c', limited, process.execPath, ...flags, CHILD, name, String(size)], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const lines: string[] = []
  let errors = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => lines.push(text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text
  })
  return new Promise((resolve) => {
    child.on('close', (code, signal) => {
      const found = lines.join('').split('\n').filter(Boolean)
      const stages = found.map((line) => JSON.parse(line) as Stage & { peakMb: number })
      const total = stages.reduce((sum, { ms }) => sum + ms, 0)
      const error = /^\S*Error: .*/m.exec(errors)?.[0].slice(0, 80) ?? /FATAL.*/.exec(errors)?.[0] ?? `exit ${code}`
      const fault = signal ? `stopped in the step after ${stages.at(-1)?.name}` : code ? error : undefined
      resolve({ stages, total, peakMb: stages.at(-1)?.peakMb ?? 0, fault })
    })
  })
}

let faults = 0
for (const name of Object.keys(SHAPES).filter((name) => new RegExp(values.only).test(name))) {
  const cells: string[] = []
  let before: Run | undefined
  for (let doubling = 0; doubling <= Number(values.doublings); doubling++) {
    const done = await run(name, Number(values.size) * 2 ** doubling)
    const ratio = before && done.total > LEAST_MS ? done.total / before.total : undefined
    const isSteep = ratio !== undefined && ratio > MAX_RATIO
    if (done.fault || isSteep) faults++
    const slow = done.stages.filter(({ ms }) => ms > done.total / 10).map(({ name, ms }) => `${name} ${ms.toFixed(0)}`)
    const shown = values.stages || doubling === Number(values.doublings) ? ` (${slow.join(', ')})` : ''
    const times = ratio === undefined ? '' : ` x${ratio.toFixed(1)}`
    cells.push(
      `${done.total.toFixed(0)} ms${times} ${done.peakMb.toFixed(0)} MB${shown}${done.fault ? ` FAILED ${done.fault}` : ''}`,
    )
    if (done.fault) break
    before = done
  }
  console.log(`${name.padEnd(28)} ${cells.join(' | ')}`)
}
process.exitCode = faults ? 1 : 0
