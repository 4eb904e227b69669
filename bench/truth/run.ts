import { parseArgs } from 'node:util'
import fc from 'fast-check'
import type { Fault } from '../../packages/core/src/fold/truth/check.fixture.ts'
import { playRequests, playView } from '../../packages/core/src/fold/truth/play.fixture.ts'
import { LANGUAGES, type Sentences } from '../../packages/core/src/fold/truth/statement.fixture.ts'
import { type Said, truthTalk } from '../../packages/core/src/fold/truth/talk.fixture.ts'
import { wholeNumber } from '../options.ts'

const HELP = `Usage: npm run bench:truth -- [options]

Count the faults in the requests and transcript views of generated talks, and all marks of the views, by kind.

Options:
  --talks N        talks of each language (default 60)
  --seed N         seed of the talks (default 7)
  --language ID    only this language: ${Object.keys(LANGUAGES).join(', ')}
  --show KIND      print up to 10 faults whose kind begins with KIND
  --shrink KIND    find the smallest talk with a fault whose kind begins with KIND, and print it
  --help           print this text

Example:
  npm run bench:truth -- --language en --shrink 'old alone'`

const TURNS = { min: 6, max: 24 }
const MAX_SHOWN = 10
const SHRINK_MS = 120_000

interface Found {
  readonly kind: string
  readonly detail: string
}

function main(): void {
  const { values } = parseArgs({
    options: {
      talks: { type: 'string', default: '60' },
      seed: { type: 'string', default: '7' },
      language: { type: 'string' },
      show: { type: 'string' },
      shrink: { type: 'string' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  })
  if (values.help) {
    console.log(HELP)
    return
  }
  const talks = wholeNumber('--talks', values.talks)
  const seed = wholeNumber('--seed', values.seed, 0)
  const languages = Object.entries(LANGUAGES).filter(([id]) => values.language === undefined || id === values.language)
  if (!languages.length) throw new Error(`Unknown language "${values.language}". See --help.`)
  for (const [id, sentences] of languages) {
    if (values.shrink !== undefined) shrink(sentences, values.shrink, seed)
    else count(id, sentences, { talks, seed, show: values.show })
  }
}

function count(
  id: string,
  sentences: Sentences,
  { talks, seed, show }: { readonly talks: number; readonly seed: number; readonly show: string | undefined },
): void {
  const counts = new Map<string, number>()
  const shown = new Set<string>()
  let requests = 0
  for (const talk of fc.sample(truthTalk(sentences, TURNS), { numRuns: talks, seed })) {
    const found = faultsIn(talk)
    requests += found.requests
    for (const { kind, detail } of found.faults) {
      counts.set(kind, (counts.get(kind) ?? 0) + 1)
      if (show !== undefined && kind.startsWith(show) && shown.size < MAX_SHOWN) shown.add(`${kind}: ${detail}`)
    }
  }
  const kinds = [...counts].sort((a, b) => b[1] - a[1])
  console.log(`${id}: ${requests} requests, ${talks} views`)
  for (const [kind, times] of kinds) console.log(`  ${String(times).padStart(5)}  ${kind}`)
  for (const text of shown) console.log(`\n${text}`)
}

/** The faults of a talk. Those at questions have their own kinds. The kinds `view: all` are all marks, not faults. */
function faultsIn(talk: readonly Said[]): { readonly requests: number; readonly faults: readonly Found[] } {
  const requests = playRequests('openai-chat', talk)
  const view = playView(talk)
  const faults = requests.flatMap(({ isAsked, faults }) =>
    faults.map((fault) => ({ kind: `${nameOf(fault)}${isAsked ? ', at a question' : ''}`, detail: fault.detail })),
  )
  const ofView = view?.faults.map(({ kind, detail }) => ({ kind: `view: ${kind}`, detail })) ?? []
  const ofMarks = view?.falseMarks.map(({ mark, why }) => ({ kind: `view: false [${mark}]`, detail: why })) ?? []
  const allMarks = view?.marks.map(({ mark }) => ({ kind: `view: all [${mark}]`, detail: '' })) ?? []
  return { requests: requests.length, faults: [...faults, ...ofView, ...ofMarks, ...allMarks] }
}

function nameOf({ kind, place }: Fault): string {
  return place === undefined ? kind : `${kind}, in a ${place}`
}

function shrink(sentences: Sentences, kind: string, seed: number): void {
  const hasNone = (talk: readonly Said[]) => !faultsIn(talk).faults.some((fault) => fault.kind.startsWith(kind))
  const { counterexample } = fc.check(fc.property(truthTalk(sentences, TURNS), hasNone), {
    numRuns: 1000,
    seed,
    interruptAfterTimeLimit: SHRINK_MS,
  })
  if (!counterexample) {
    console.log(`No fault "${kind}" was found.`)
    return
  }
  const [talk] = counterexample
  for (const [index, { role, content }] of talk.entries())
    console.log(`${1 + (index >> 1)}${role === 'user' ? 'U' : 'A'} ${content.replaceAll('\n', '\n   ')}`)
  for (const fault of faultsIn(talk).faults)
    if (fault.kind.startsWith(kind)) console.log(`\n${fault.kind}: ${fault.detail}`)
}

main()
