import { writeFileSync } from 'node:fs'
import { createEngine } from './engine.ts'
import { figuresOf } from './figures.ts'
import { loadTalks } from './load-talks.ts'
import { isPassed, type MeasuredTalk, measureTalks } from './measure.ts'
import { HELP, type Options, readOptions } from './options.ts'
import { playTalk } from './play-talk.ts'
import { describeAudit, describeFailures, describeMeasured, wrongProbes } from './report.ts'
import type { Talk } from './talk.ts'
import { textsOf } from './wire.ts'

const DOCUMENT = new URL('../STATEMENTS.md', import.meta.url)
const HEAD = `# Statements

Folded requests are checked for the statements of the conversation, with hand-written talks in the 17 languages of the
lexicon. [statements/README.md](statements/README.md) describes the format of the talks and each figure.
\`npm run bench:statements -- --write\` writes this file. \`npm run check:statements\` fails if a figure exceeds its limit in
[floors.json](statements/floors.json).
`

function main(): void {
  const options = readOptions(process.argv.slice(2))
  if (!options) {
    console.log(HELP)
    return
  }
  const talks = loadTalks().filter(({ id }) => options.talk === undefined || id.includes(options.talk))
  if (!talks.length) throw new Error(`No id of a talk contains "${options.talk}".`)
  if (options.show !== undefined) show(talks, options.show)
  else report(measureTalks(talks), options)
}

function report(measured: readonly MeasuredTalk[], options: Options): void {
  const wrong = wrongProbes(measured)
  for (const probe of wrong) process.stderr.write(`Failed on the whole conversation: ${probe}\n`)
  if (wrong.length) process.exitCode = 1
  if (options.hasFailures) console.log(`${describeFailures(measured)}\n`)
  if (options.hasAudit) console.log(`${describeAudit(measured)}\n`)
  if (options.isWritten) writeFileSync(DOCUMENT, `${HEAD}\n${describeMeasured(measured)}\n`)
  if (options.isJson) console.log(JSON.stringify({ ...figuresOf(measured), failed: failed(measured) }))
  else console.log(describeMeasured(measured))
}

function failed(measured: readonly MeasuredTalk[]): readonly object[] {
  return measured.flatMap(({ talk, probes }) =>
    probes
      .filter((probe) => !isPassed(probe))
      .map(({ probe, turn, faults }) => ({
        talk: talk.id,
        turn,
        ask: probe.ask,
        faults: faults.map(({ what, pattern }) => ({ what, pattern })),
      })),
  )
}

/** Prints the last request that contains `user` user messages. */
function show(talks: readonly Talk[], user: number): void {
  if (talks.length > 1) throw new Error(`--show needs one talk; ${talks.map(({ id }) => id).join(', ')} match.`)
  const [talk] = talks
  const { requests } = playTalk(talk!, createEngine()(talk!.wire))
  const request = requests.findLast(({ users }) => users === user)
  if (!request) throw new Error(`${talk!.id} has no user message ${user}.`)
  for (const message of request.sent) {
    for (const { speaker, text } of textsOf(message)) console.log(`--- ${message.role}, ${speaker}\n${text}`)
  }
}

try {
  main()
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 2
}
