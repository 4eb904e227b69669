import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startPleat } from '../../test/harness/start-pleat.ts'
import { post, type Wire } from '../../test/harness/wire.ts'
import { STAND_IN_KEYS } from '../../test/stand-in/credentials.ts'
import { startStandIn } from '../../test/stand-in/start-stand-in.ts'
import { selected, wholeNumber } from '../options.ts'
import { readRecordings, type WireMessage } from '../quality/recordings.ts'
import { hasRecordings, SET_NAMES } from '../quality/sets.ts'
import { ANSWER_TOKENS, countTokens, failureOf, outcomeOf, type WindowCounts } from './outcome.ts'

const HELP = `Usage: npm run bench:window -- [options]

Replay recorded conversations through Pleat to a stand-in provider whose models have windows of 2,048, 8,192 and 32,768
tokens, and count the requests that fail, except those refused because their newest messages alone are too long. Exits
with 1 if there is such a request, or if no request was folded to fit a window. Writes bench/WINDOW.md if all sets are
measured, even with --limit or --turns. Without the recordings, nothing is measured.

Options:
  --set NAME   only this set, may be given more than once; nothing is written
  --limit N    conversations of each set (default 1)
  --turns N    requests of each conversation, the first ones (default 80)
  --help       show this

Example:
  npm run bench:window -- --set locomo`

const WINDOWS = [2048, 8192, 32_768]
const PAGE = join(import.meta.dirname, '../WINDOW.md')

interface Row extends WindowCounts {
  readonly set: string
  readonly window: number
}

async function measure(set: string, window: number, options: { limit: number; turns: number }): Promise<Row> {
  const row = { set, window, requests: 0, tight: 0, newestTooLong: 0, refused: 0 }
  const standIn = await startStandIn({
    countTokens,
    windowTokens: window,
    isStrict: false,
    answer: () => ({ text: 'OK.' }),
  })
  const upstream = (api: 'openai' | 'anthropic', url: string) => {
    return { name: `local-${api}`, api, url, window, prices: 'none', key: STAND_IN_KEYS[api] }
  }
  const upstreams = [upstream('openai', `${standIn.url}/v1`), upstream('anthropic', standIn.url)]
  const pleat = await startPleat({
    providerUrl: standIn.url,
    variables: { PLEAT_UPSTREAMS: JSON.stringify(upstreams) },
  })
  try {
    for (const [number, { format, messages }] of readRecordings(set, options.limit).entries()) {
      const wire: Wire = format === 'anthropic' ? 'anthropic' : 'openai'
      const ends = messages.flatMap(({ role }, index) => (role === 'assistant' && index > 1 ? [index] : []))
      for (const end of ends.slice(0, options.turns)) {
        const body = bodyOf(wire, messages.slice(0, end))
        const headers = { 'x-session-id': `${set}-${number}` }
        const response = await post(pleat.url, wire, { key: pleat.key, body, headers })
        const compression = String(response.headers['x-service-compression'])
        row.requests++
        if (compression.startsWith('window')) row.tight++
        const { status } = response
        const isRefused = standIn.requests.at(-1)?.refusal !== undefined
        const outcome = outcomeOf({ status, isRefused }, messages.slice(0, end), window)
        if (outcome === 'newestTooLong') row.newestTooLong++
        if (outcome !== 'failed') continue
        row.refused++
        process.stderr.write(`${set} ${number}, message ${end}, window ${window}: ${status} ${compression}\n`)
      }
    }
  } finally {
    await pleat.close()
    await standIn.close()
  }
  return row
}

function bodyOf(wire: Wire, all: readonly WireMessage[]): string {
  if (wire === 'openai') return JSON.stringify({ model: 'local', max_tokens: ANSWER_TOKENS, messages: all })
  const system = all.filter(({ role }) => role === 'system').map(({ content }) => content)
  const messages = all.filter(({ role }) => role !== 'system')
  return JSON.stringify({
    model: 'local',
    max_tokens: ANSWER_TOKENS,
    ...(system[0] ? { system: system[0] } : {}),
    messages,
  })
}

function pageOf(rows: readonly Row[]): string {
  const lines = rows.map(
    ({ set, window, requests, tight, newestTooLong, refused }) =>
      `| ${set} | ${window.toLocaleString('en')} | ${requests} | ${tight} | ${newestTooLong} | ${refused} |`,
  )
  return `# Conversations that outgrow the window

Made by \`npm run bench:window\`: recorded conversations are replayed turn by turn through Pleat to a stand-in provider. The
provider refuses requests longer than its window, ${ANSWER_TOKENS} tokens for the answer included. Without Pleat, every request
longer than the window is refused.

| set | window | requests | folded tighter | newest message alone too long | refused |
|---|---|---|---|---|---|
${lines.join('\n')}
`
}

const { values } = parseArgs({
  options: {
    set: { type: 'string', multiple: true, default: [] },
    limit: { type: 'string', default: '1' },
    turns: { type: 'string', default: '80' },
    help: { type: 'boolean', short: 'h', default: false },
  },
})
const sets = selected('--set', values.set, SET_NAMES)
const limit = wholeNumber('--limit', values.limit)
const turns = wholeNumber('--turns', values.turns)
if (values.help) process.stdout.write(`${HELP}\n`)
else if (!hasRecordings) process.stdout.write('skipped: the recorded conversations were not found\n')
else {
  const rows: Row[] = []
  for (const name of sets) {
    for (const window of WINDOWS) {
      const row = await measure(name, window, { limit, turns })
      rows.push(row)
      process.stdout.write(`${JSON.stringify(row)}\n`)
    }
  }
  if (values.set.length === 0) await writeFile(PAGE, pageOf(rows))
  const failure = failureOf(rows)
  if (failure !== undefined) {
    process.stderr.write(`${failure}\n`)
    process.exitCode = 1
  }
}
