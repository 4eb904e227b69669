import fc from 'fast-check'
import type { Sentences } from '../../packages/core/src/fold/truth/statement.fixture.ts'
import { type Said, truthTalk } from '../../packages/core/src/fold/truth/talk.fixture.ts'
import { HELP, type Options, readOptions } from './options.ts'
import { failureOf, playTalk } from './play-talk.ts'
import { shrink } from './shrink.ts'

const TURNS = { min: 6, max: 24 }
const MAX_SHOWN = 10

function main(): void {
  const options = readOptions(process.argv.slice(2))
  if (options.isHelp) {
    console.log(HELP)
    return
  }
  const { languages, seed, shrink: kind } = options
  const faultsOf = (talk: readonly Said[]) => playTalk(talk).faults
  for (const [id, sentences] of languages) {
    if (kind === undefined) count(id, sentences, options)
    else console.log(`${id}:\n${shrink(truthTalk(sentences, TURNS), { kind, seed, faultsOf })}`)
  }
}

function count(id: string, sentences: Sentences, { talks, seed, show }: Options): void {
  const counts = new Map<string, number>()
  const shown = new Set<string>()
  const sum = { requests: 0, folded: 0, views: 0 }
  for (const talk of fc.sample(truthTalk(sentences, TURNS), { numRuns: talks, seed })) {
    const found = playTalk(talk)
    for (const figure of ['requests', 'folded', 'views'] as const) sum[figure] += found[figure]
    for (const { kind, detail } of found.faults) {
      counts.set(kind, (counts.get(kind) ?? 0) + 1)
      if (show !== undefined && kind.startsWith(show) && shown.size < MAX_SHOWN) shown.add(`${kind}: ${detail}`)
    }
  }
  const kinds = [...counts].sort((a, b) => b[1] - a[1])
  console.log(`${id}: ${sum.requests} requests, ${sum.folded} of them folded, ${sum.views} views`)
  for (const [kind, times] of kinds) console.log(`  ${String(times).padStart(5)}  ${kind}`)
  for (const text of shown) console.log(`\n${text}`)
  const failure = failureOf(sum)
  if (failure === undefined) return
  console.error(`${id}: ${failure}`)
  process.exitCode = 1
}

main()
