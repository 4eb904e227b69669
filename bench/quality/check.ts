/**
 * `npm run check:quality`: replays the recorded sets, through a running proxy and in process, and fails if a figure is
 * out of its bounds. Without recordings, it prints a message and succeeds.
 */
import { fork } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { PARTS, type Verdict } from './parts.ts'
import { hasRecordings } from './sets.ts'

const HELP = `Usage: npm run check:quality -- [options]

Replay the recorded conversations, and compare the figures with their bounds, such as those of sets.ts. Takes about five
minutes. Without the recordings, nothing is measured.

Options:
  --part NAME    only this part, may be given more than once
                 (${Object.keys(PARTS).join(', ')})
  --help         show this

Exits with 1 if a figure is out of its bounds, and with 2 for an unknown option.`

const waiting = readParts()

if (!hasRecordings) {
  console.log('The recorded conversations were not found: quality was not measured.')
  console.log('0 passed, 0 failed, 1 skipped')
  process.exit(0)
}

const verdicts: Verdict[] = []
const lanes = Array.from({ length: availableParallelism() }, async () => {
  for (let part = waiting.shift(); part !== undefined; part = waiting.shift()) verdicts.push(await check(part))
})
await Promise.all(lanes)
const sum = (figure: keyof Verdict): number => verdicts.reduce((total, verdict) => total + verdict[figure], 0)
console.log(`${sum('passed')} passed, ${sum('failed')} failed`)
process.exit(sum('failed') ? 1 : 0)

/** The parts of `--part`, or all. Ends the process for `--help` and for unknown options. */
function readParts(): string[] {
  try {
    const { values } = parseArgs({
      options: {
        part: { type: 'string', multiple: true, default: Object.keys(PARTS) },
        help: { type: 'boolean', short: 'h', default: false },
      },
    })
    const unknown = values.part.find((part) => !Object.hasOwn(PARTS, part))
    if (unknown !== undefined) throw new Error(`Unknown part "${unknown}".`)
    if (!values.help) return values.part
    console.log(HELP)
    process.exit(0)
  } catch (error) {
    console.error(`error: ${(error as Error).message} See --help.`)
    process.exit(2)
  }
}

/** The verdict of a part, which runs in a child process. A part that ends without a verdict has failed. */
function check(part: string): Promise<Verdict> {
  return new Promise((done) => {
    let verdict: Verdict | undefined
    const startedAt = performance.now()
    const child = fork(join(import.meta.dirname, 'check-part.ts'), [part])
    child.on('message', (message) => {
      verdict = message as Verdict
    })
    child.on('close', (code) => {
      const seconds = Math.round((performance.now() - startedAt) / 1000)
      if (verdict) console.log(`${part}: ${verdict.passed} in bounds, ${verdict.failed} not, in ${seconds} s`)
      else console.log(`FAILED ${part}: ended with code ${code} and no verdict`)
      done(verdict ?? { passed: 0, failed: 1 })
    })
  })
}
