import { parseArgs } from 'node:util'
import { CONVERSATION, LAST_QUESTION } from './conversation.ts'
import type { DemoResult } from './play-demo.ts'
import { linesWith, tableOf, totalsOf } from './print-demo.ts'

const HELP = `Usage: npm run demo [-- --json | --help]

Starts Pleat in front of a scripted provider, plays a conversation of ${CONVERSATION.length} turns through the OpenAI
SDK and shows what each request would have cost and what was sent instead. At the end a question about an early turn,
and the lines of the request that still hold its answer. Needs no key and no network.

  --json   the figures and the lines as one JSON object
  --help   this text
`

async function main(): Promise<number> {
  const { json, help } = readArguments()
  if (help) {
    process.stdout.write(HELP)
    return 0
  }
  // Loaded here, since a server takes longer to load than the help to read.
  const { playDemo } = await import('./play-demo.ts')
  const result = await playDemo([...CONVERSATION, LAST_QUESTION])
  const found = linesWith(LAST_QUESTION.facts, result.lastSent)
  const isWhole = LAST_QUESTION.facts.every((fact) => found.some((line) => line.includes(fact)))
  const isUnchanged = result.rows.every(({ isAnswerUnchanged }) => isAnswerUnchanged)
  if (json) {
    const totals = totalsOf(result.rows)
    const value = { turns: result.rows, totals, question: LAST_QUESTION.question, lines: found, isWhole, isUnchanged }
    process.stdout.write(`${JSON.stringify(value, null, 2)}\n`)
  } else process.stdout.write(describe(result, found))
  return isWhole && isUnchanged ? 0 : 1
}

function describe({ rows }: DemoResult, found: readonly string[]): string {
  const { original, sent, savedPercent } = totalsOf(rows)
  return [
    `Planning the move of a ceramics studio: ${rows.length} turns through the OpenAI SDK, one line a request.`,
    'The provider is scripted: no model, no key, no network.',
    '',
    tableOf(rows),
    '',
    `Input tokens: ${original} without Pleat, ${sent} with it (${savedPercent} % saved).`,
    `Answers the same as the provider's: ${rows.filter(({ isAnswerUnchanged }) => isAnswerUnchanged).length} of ${rows.length}.`,
    '',
    `The last question: ${LAST_QUESTION.question}`,
    'Turn 3 said so, and has long been folded. What the provider was sent and holds the answer:',
    '',
    ...found.map((line) => `    ${line}`),
    '',
  ].join('\n')
}

function readArguments(): { json: boolean; help: boolean } {
  try {
    const { values } = parseArgs({
      options: { json: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } },
    })
    return { json: values.json === true, help: values.help === true }
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n\n${HELP}`)
    process.exit(2)
  }
}

process.exitCode = await main()
