/**
 * Replays the recorded sets through a running proxy and writes bench/QUALITY.md.
 *   npm run bench:quality -- [--json] [--set NAME]...
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startReplayProxy } from './replay.ts'
import { isBenchThere, SETS } from './sets.ts'

const HELP = `Replays recorded conversations through Pleat and writes bench/QUALITY.md.

  npm run bench:quality -- [--set NAME]... [--json]

  --set NAME   only this set, and nothing is written: ${SETS.map(({ name }) => name).join(', ')}
  --json       one line of JSON a set instead of the table
`
const { values: options } = parseArgs({
  options: {
    set: { type: 'string', multiple: true },
    json: { type: 'boolean' },
    help: { type: 'boolean', short: 'h' },
  },
})
if (options.help) {
  console.log(HELP)
  process.exit(0)
}
if (!isBenchThere) {
  console.error('The recorded conversations are not here: nothing was measured.')
  process.exit(0)
}

const sets = SETS.filter(({ name }) => !options.set || options.set.includes(name))
if (!sets.length) {
  console.error(`No such set. There are: ${SETS.map(({ name }) => name).join(', ')}`)
  process.exit(2)
}
const proxy = await startReplayProxy()
const rows: string[] = []
for (const set of sets) {
  if (process.stderr.isTTY) process.stderr.write(`${set.title} ...\n`)
  const figures = await proxy.replay(set.name)
  const saved = set.isChat ? figures.saved : figures.savedHistory
  const cells = [
    figures.savedAt10,
    figures.savedAt15,
    saved,
    figures.evidence,
    figures.strict,
    figures.answer,
    figures.prefix,
  ]
  const costs = `${shown(figures.costOpenAi)} / ${shown(figures.costAnthropic)}`
  rows.push(`| ${[set.title + (set.isChat ? '' : ' (history only)'), ...cells.map(shown), costs].join(' | ')} |`)
  if (options.json) console.log(JSON.stringify({ set: set.name, ...figures }))
}
await proxy.close()

const table = `# Quality

What is left of recorded conversations after the fold, measured from outside: every request of every conversation goes
through the running proxy to a stand-in provider, and what arrives there is compared with what the next answer needs.
Regenerate with \`npm run bench:quality\`; the figures are the same on every machine.

| set | saved at turn 10 | at 15 | from 10 on | evidence | strict | answer | prefix | cost, OpenAI / Anthropic |
|---|---|---|---|---|---|---|---|---|
${rows.join('\n')}

*saved*: share of input tokens that are not sent. *evidence*: share of the messages a question needs that are still there
(80 % of their content words in one place); *strict*: with every number and negation; *answer*: the words of a short answer.
For sessions with tools: exact strings that a later tool call used and that were still there. *prefix*: share of a request
that is byte for byte the start of the one before. *cost*: the input bill relative to sending everything with the
provider's cache on.
`
if (!options.json) console.log(table)
if (!options.set) writeFileSync(join(import.meta.dirname, '../QUALITY.md'), table)

function shown(value: number | null): string {
  return value === null || !Number.isFinite(value) ? '' : value.toFixed(3)
}
