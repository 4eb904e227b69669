import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

const HELP = `Usage: node bench/speed/shares.ts [options] FOLDER

Print how much of the CPU time in the profiles of FOLDER was spent in some files of the source, with everything that they call.
Samples of an idle process and of the first seconds do not count.

Options:
  --file PATTERN  regular expression of paths, may be given more than once (default: metrics and the dashboard's figures)
  --skip N        seconds at the beginning of each profile that are left out (default 5)
  --help          show this

Example:
  npm run bench:speed -- --only 1kb-flood --profile /tmp/profiles && node bench/speed/shares.ts /tmp/profiles`

/** Files that count requests for `/metrics`, and that collect and write the turns of sessions for the dashboard. */
const OBSERVING = ['/observability/', '/proxy/turn-recorder\\.ts', '/adapters/sql/turn-store\\.ts']

interface ProfileNode {
  readonly id: number
  readonly callFrame: { readonly functionName: string; readonly url: string }
  readonly children?: readonly number[]
}

interface Profile {
  readonly nodes: readonly ProfileNode[]
  readonly samples: readonly number[]
  readonly timeDeltas: readonly number[]
}

/** Microseconds of busy time, and of those in which a matching file was on the stack. */
interface Busy {
  readonly all: number
  readonly matching: readonly number[]
}

function busyIn({ nodes, samples, timeDeltas }: Profile, patterns: readonly RegExp[], skipSeconds: number): Busy {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id] as const)))
  const matching = patterns.map(() => 0)
  let all = 0
  let elapsed = 0
  for (const [at, id] of samples.entries()) {
    const delta = timeDeltas[at]!
    elapsed += delta
    if (elapsed < skipSeconds * 1e6 || byId.get(id)!.callFrame.functionName === '(idle)') continue
    all += delta
    const urls = new Set<string>()
    for (let node: number | undefined = id; node !== undefined; node = parents.get(node))
      urls.add(byId.get(node)!.callFrame.url)
    for (const [place, pattern] of patterns.entries())
      if ([...urls].some((url) => pattern.test(url))) matching[place]! += delta
  }
  return { all, matching }
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    file: { type: 'string', multiple: true },
    skip: { type: 'string', default: '5' },
    help: { type: 'boolean', short: 'h', default: false },
  },
})
const [folder] = positionals
if (values.help || folder === undefined) {
  console.log(HELP)
  process.exit(values.help ? 0 : 1)
}
const names = values.file ?? OBSERVING
const patterns = [...names, names.join('|')].map((name) => new RegExp(name))
const profiles = readdirSync(folder).filter((name) => name.endsWith('.cpuprofile'))
const parts = profiles.map((name) =>
  busyIn(JSON.parse(readFileSync(join(folder, name), 'utf8')) as Profile, patterns, Number(values.skip)),
)
const all = parts.reduce((sum, part) => sum + part.all, 0)
if (all === 0) throw new Error(`${folder} has no profile of more than ${values.skip} seconds.`)
for (const [place, name] of [...names, 'all of these'].entries()) {
  const matching = parts.reduce((sum, part) => sum + part.matching[place]!, 0)
  console.log(`${((100 * matching) / all).toFixed(2)} % ${name}`)
}
