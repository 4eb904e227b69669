import { readFileSync, writeFileSync } from 'node:fs'
import type { ScaleFigures } from './figures.ts'
import type { Needs } from './needs.ts'

const PAGE = new URL('../../docs/scale.md', import.meta.url)
const BLOCK = /(<!-- written by npm run scale -->\n)[\s\S]*?(\n<!-- end -->)/

/** Writes the tables of the page and keeps its prose. */
export function writeScale(needs: Needs, figures: Pick<ScaleFigures, 'date' | 'source' | 'cores' | 'model'>): void {
  const page = readFileSync(PAGE, 'utf8')
  if (!BLOCK.test(page)) throw new Error(`${PAGE.pathname} has no place for the tables.`)
  writeFileSync(
    PAGE,
    page.replace(
      BLOCK,
      (_, begin: string, end: string) => `${begin}\n${originOf(figures)}\n\n${tables(needs)}\n${end.trimStart()}`,
    ),
  )
}

function originOf({ date, source, cores, model }: Parameters<typeof writeScale>[1]): string {
  return `Measured on ${date} on ${cores} cores (${model}) by ${source}.`
}

/** The tables of the page. */
export function tables(needs: Needs): string {
  const { behaviour, coresPerNode, postgres, redis } = needs
  return `${behaviour.agents.toLocaleString('en')} agents, each of which:

| parameter | value |
|---|---|
| pause between an answer and the next message of the user | ${behaviour.thinkSeconds} s on average |
| requests of a task, all but the last of which call a tool | ${behaviour.stepsPerTask} on average |
| time of a tool | ${behaviour.toolSeconds} s on average |
| time of the provider | ${behaviour.answerSeconds} s on average |
| tokens that a step adds to the history | ${whole(behaviour.tokensPerStep)} on average |
| instructions and tools in each request | ${whole(behaviour.systemTokens)} tokens |
| tokens at which a new conversation begins | ${whole(behaviour.mostTokens / 5)} to ${whole(behaviour.mostTokens)} |

They cause:

| load | value |
|---|---|
| requests a second | ${whole(needs.requestsPerSecond)} on average, ${whole(needs.busiestSecond)} in the busiest second |
| tokens of a request before it is folded | ${whole(needs.meanTokens)} on average |
| requests in flight | ${whole(needs.inFlight)} on average, ${whole(needs.mostInFlight)} at most |
| bodies that arrive | ${whole(needs.bodyMegabytesPerSecond)} MB/s |
| new conversations | ${whole(needs.conversationsAnHour)} an hour |

They need:

| resource | value |
|---|---|
| CPU time of a request | ${needs.cpuMsPerRequest.toFixed(1)} ms |
| cores | ${needs.busyCores.toFixed(1)} at full load, ${needs.cores.toFixed(1)} at 60 % utilisation |
| nodes of ${coresPerNode} cores | ${needs.nodes}, one of which may be lost |
| memory of a node | ${(needs.megabytesPerNode / 1000).toFixed(1)} GB |
| client connections in use at a node | ${whole(needs.connectionsPerNode)} |
| file descriptors of a node | ${whole(needs.descriptorsPerNode)} |
| connections to PostgreSQL | ${whole(needs.databaseConnections)} at most |
| writes of PostgreSQL | ${whole(postgres.transactions)} transactions and ${whole(postgres.rows)} rows a second${rate(postgres.walMegabytes, 'of write-ahead log')} |
| Valkey: commands | ${whole(redis.commands)} a second |
| Valkey: traffic | ${redis.inMegabytes.toFixed(1)} MB/s in${rate(redis.outMegabytes, 'out')} |
| Valkey: memory for snapshots | ${(redis.memoryMegabytes / 1000).toFixed(1)} GB |
`
}

function whole(value: number): string {
  return Math.round(value).toLocaleString('en')
}

/** The rate. Empty if it was not measured. */
function rate(megabytes: number | undefined, what: string): string {
  return megabytes === undefined ? '' : `, ${megabytes.toFixed(1)} MB/s ${what}`
}
