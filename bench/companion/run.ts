import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { longConversation } from '../../packages/companion/test/claude-transcript.ts'
import { wholeNumber } from '../options.ts'
import { installCompanion } from './install-companion.ts'
import { measureStartUp, type StartUp } from './start-up.ts'

const HELP = `Usage: npm run bench:companion [-- --times <count> | --help]

Pack and install the companion, and measure the time of its calls, and that of an empty Node program.

  --times <count>   calls of each (default: 21)
  --help            this text
`

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { times: { type: 'string', default: '21' }, help: { type: 'boolean', short: 'h' } },
  })
  if (values.help) {
    process.stdout.write(HELP)
    return
  }
  const times = wholeNumber('--times', values.times)
  const folder = await mkdtemp(join(tmpdir(), 'pleat-companion-bench-'))
  try {
    const { main: pleat, packedBytes, dependencies, modules } = await installCompanion(folder)
    const installed = await sizeOf(join(modules, 'pleat-cli'))
    print(
      `package        ${kilobytes(packedBytes)} packed, ${kilobytes(installed)} installed, ${dependencies.length} dependencies`,
    )
    const home = join(folder, 'home')
    const measure = (argv: string[], input?: string) =>
      measureStartUp(argv, { times, home, ...(input !== undefined && { input }) })
    print('milliseconds   best, median, worst')
    print(`node alone     ${figures(await measure(['-e', '0']))}`)
    print(`--version      ${figures(await measure([pleat, '--version']))}`)
    print(`--help         ${figures(await measure([pleat, '--help']))}`)
    print(`session start  ${figures(await measure([pleat, 'hook', 'claude-code'], eventOf('SessionStart', '')))}`)
    for (const turns of [30, 300, 3_000]) {
      const path = join(folder, `${turns}.jsonl`)
      const text = longConversation(turns).text()
      await writeFile(path, text)
      const took = await measure([pleat, 'hook', 'claude-code', '--local'], eventOf('PreCompact', path))
      print(`compaction     ${figures(took)}  (transcript of ${kilobytes(text.length)}, no server)`)
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function eventOf(name: string, transcriptPath: string): string {
  return JSON.stringify({ hook_event_name: name, source: 'compact', session_id: 's', transcript_path: transcriptPath })
}

function figures({ best, median, worst }: StartUp): string {
  return [best, median, worst].map((ms) => ms.toFixed(0).padStart(6)).join('')
}

async function sizeOf(folder: string): Promise<number> {
  const names = await readdir(folder, { recursive: true })
  const sizes = await Promise.all(names.map(async (name) => (await stat(join(folder, name))).size))
  return sizes.reduce((sum, size) => sum + size, 0)
}

function kilobytes(bytes: number): string {
  return `${Math.round(bytes / 1000).toLocaleString('en-US')} kB`
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}

await main()
