import fc from 'fast-check'
import type { Fault } from '../../packages/core/src/fold/truth/check.fixture.ts'
import { playRequests, playView } from '../../packages/core/src/fold/truth/play.fixture.ts'
import type { Sentences } from '../../packages/core/src/fold/truth/statement.fixture.ts'
import { type Said, truthTalk } from '../../packages/core/src/fold/truth/talk.fixture.ts'
import { HELP, type Options, readOptions } from './options.ts'
import { type Found, shrink } from './shrink.ts'

const TURNS = { min: 6, max: 24 }
const MAX_SHOWN = 10

function main(): void {
  const options = readOptions(process.argv.slice(2))
  if (options.isHelp) {
    console.log(HELP)
    return
  }
  const { languages, seed, shrink: kind } = options
  const faultsOf = (talk: readonly Said[]) => play(talk).faults
  for (const [id, sentences] of languages) {
    if (kind === undefined) count(id, sentences, options)
    else console.log(`${id}:\n${shrink(truthTalk(sentences, TURNS), { kind, seed, faultsOf })}`)
  }
}

function count(id: string, sentences: Sentences, { talks, seed, show }: Options): void {
  const counts = new Map<string, number>()
  const shown = new Set<string>()
  let [requests, views] = [0, 0]
  for (const talk of fc.sample(truthTalk(sentences, TURNS), { numRuns: talks, seed })) {
    const played = play(talk)
    requests += played.requests
    views += played.views
    for (const { kind, detail } of played.faults) {
      counts.set(kind, (counts.get(kind) ?? 0) + 1)
      if (show !== undefined && kind.startsWith(show) && shown.size < MAX_SHOWN) shown.add(`${kind}: ${detail}`)
    }
  }
  const kinds = [...counts].sort((a, b) => b[1] - a[1])
  console.log(`${id}: ${requests} requests, ${views} views`)
  for (const [kind, times] of kinds) console.log(`  ${String(times).padStart(5)}  ${kind}`)
  for (const text of shown) console.log(`\n${text}`)
}

interface Played {
  readonly requests: number
  /** 0 if nothing is compressed in the view, else 1. */
  readonly views: number
  readonly faults: readonly Found[]
}

/**
 * Counts the requests, the view and the faults of a talk. Kinds of faults in requests that ask for a value end with
 * `, at a question`. Kinds `view: all [...]` count every mark of the view, whether it is correct or not.
 */
function play(talk: readonly Said[]): Played {
  const requests = playRequests('openai-chat', talk)
  const view = playView(talk)
  const faults = requests.flatMap(({ isAsked, faults }) =>
    faults.map((fault) => ({ kind: `${nameOf(fault)}${isAsked ? ', at a question' : ''}`, detail: fault.detail })),
  )
  const ofView = view?.faults.map(({ kind, detail }) => ({ kind: `view: ${kind}`, detail })) ?? []
  const ofMarks = view?.falseMarks.map(({ mark, why }) => ({ kind: `view: false [${mark}]`, detail: why })) ?? []
  const allMarks = view?.marks.map(({ mark }) => ({ kind: `view: all [${mark}]`, detail: '' })) ?? []
  return { requests: requests.length, views: view ? 1 : 0, faults: [...faults, ...ofView, ...ofMarks, ...allMarks] }
}

function nameOf({ kind, place }: Fault): string {
  return place === undefined ? kind : `${kind}, in a ${place}`
}

main()
