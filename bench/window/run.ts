import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { encodingOf } from '@pleat/core'
import { startPleat } from '../../test/harness/start-pleat.ts'
import { post, type Wire } from '../../test/harness/wire.ts'
import { STAND_IN_KEYS } from '../../test/stand-in/credentials.ts'
import { startStandIn } from '../../test/stand-in/start-stand-in.ts'
import { readRecordings, type WireMessage } from '../quality/recordings.ts'
import { hasRecordings, SETS } from '../quality/sets.ts'

const HELP = `Usage: npm run bench:window -- [options]

Replay recorded conversations through Pleat to a stand-in provider whose models have windows of 2,048, 8,192 and 32,768
tokens, and count the requests that it refuses for their length although their newest messages alone fit. Exits with 1
if there is such a request. Writes bench/WINDOW.md if all sets are measured. Without the
recordings, nothing is measured.

Options:
  --set NAME   only this set, may be given more than once; nothing is written
  --limit N    conversations of each set (default 1)
  --turns N    requests of each conversation, the first ones (default 80)
  --help       show this

Example:
  npm run bench:window -- --set locomo`

const WINDOWS = [2048, 8192, 32_768]
/** Limit of the answer's tokens in each request. */
const ANSWER_TOKENS = 128
const PAGE = join(import.meta.dirname, '../WINDOW.md')
const countTokens = (text: string): number => encodingOf('o200k').count(text)

interface Row {
  readonly set: string
  readonly window: number
  requests: number
  tight: number
  newestTooLong: number
  refused: number
}

async function measure(set: string, window: number, options: { limit: number; turns: number }): Promise<Row> {
  const row: Row = { set, window, requests: 0, tight: 0, newestTooLong: 0, refused: 0 }
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
        const outcome = String(response.headers['x-service-compression'])
        row.requests++
        if (outcome.startsWith('window')) row.tight++
        if (response.status === 200) continue
        if (isNewestTooLong(messages.slice(0, end), window)) row.newestTooLong++
        else {
          row.refused++
          process.stderr.write(`${set} ${number}, message ${end}, window ${window}: ${response.status} ${outcome}\n`)
        }
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

/** True if the instructions and the inseparable newest messages (a tool call with its question) leave no room. */
function isNewestTooLong(all: readonly WireMessage[], window: number): boolean {
  let from = all.length
  while (from > 0 && all[from - 1]!.role !== 'assistant') from--
  const isResult = all.slice(from).some((message) => /"tool_result"|"tool_call_id"/.test(JSON.stringify(message)))
  if (isResult) {
    from = Math.max(0, from - 1)
    const before = all[from - 1]
    if (before?.role === 'user' && !JSON.stringify(before).includes('"tool_result"')) from--
  }
  const lead = all.filter(({ role }, index) => role === 'system' && index < from)
  const tokens = [...lead, ...all.slice(from)].reduce(
    (sum, message) => sum + 8 + countTokens(JSON.stringify(message)),
    0,
  )
  return tokens + ANSWER_TOKENS > 0.95 * window
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
if (values.help) process.stdout.write(`${HELP}\n`)
else if (!hasRecordings) process.stdout.write('skipped: the recorded conversations were not found\n')
else {
  const rows: Row[] = []
  for (const { name } of SETS) {
    if (values.set.length > 0 && !values.set.includes(name)) continue
    for (const window of WINDOWS) {
      const row = await measure(name, window, { limit: Number(values.limit), turns: Number(values.turns) })
      rows.push(row)
      process.stdout.write(`${JSON.stringify(row)}\n`)
    }
  }
  if (values.set.length === 0) await writeFile(PAGE, pageOf(rows))
  process.exitCode = rows.some(({ refused }) => refused > 0) ? 1 : 0
}
