import { cpus } from 'node:os'
import { BUFFERED_MS } from './check.ts'
import type { ReplayReport, RunReport } from './compare-nodes.ts'
import type { LimitsReport } from './limits.ts'
import type { Section } from './page.ts'

const MACHINE = `${cpus().length} cores (${cpus()[0]?.model.trim()})`

export function replaySection({ conversations, requests, rewritten, load, runs }: ReplayReport): Section {
  const rows: readonly [string, (run: RunReport) => number][] = [
    ['conversation requests answered', ({ chats }) => chats],
    ['transcripts (`tul1`) answered', ({ transcripts }) => transcripts],
    ['bodies that differ from those of one node alone', ({ differentBodies }) => differentBodies],
    ['faults', ({ faults }) => faults.length],
    ['nodes killed', ({ faults }) => faults.filter(({ node }) => node).length],
    ['attempts cut off with a killed node, sent again by the client', ({ cut }) => cut],
    [
      'transcripts refused with 503 while PostgreSQL was gone, sent again',
      ({ refusedTranscripts }) => refusedTranscripts,
    ],
    ['requests that reached the provider twice', ({ sentAgain }) => sentAgain],
    ['charges', ({ charges }) => charges],
    ['answered requests that no usage counts', ({ uncounted }) => uncounted],
    [`answered by a node in the ${BUFFERED_MS} ms before it was killed`, ({ justBeforeKill }) => justBeforeKill],
    ['other errors, problems of the ledger, wrong counts', ({ wrong }) => wrong.length],
    ['seconds', ({ seconds }) => Math.round(seconds)],
  ]
  const table = rows.map(([name, of]) => `| ${name} | ${runs.map((run) => of(run).toLocaleString('en')).join(' | ')} |`)
  const text = `Made by \`npm run bench:cluster\` on ${MACHINE}: ${conversations} conversations with ${requests.toLocaleString('en')} requests, of which one node alone
sends ${rewritten.toLocaleString('en')} rewritten. The nodes share one PostgreSQL and one Valkey or Redis, and HAProxy sends each request to a random node.
Every ten seconds, the run causes the next of these faults: \`kill -9\` of a node, which is then restarted; a pause of 4 s of Valkey
or Redis; a restart of Valkey or Redis with an empty database; a restart of PostgreSQL. The conversations are repeated until the
last fault is over. The load average of the machine was ${load.toFixed(1)} before the run.

|  | ${runs.map(({ name }) => name).join(' | ')} |
|---|${runs.map(() => '---|').join('')}
${table.join('\n')}

A node buffers usage for up to 100 ms. If it is killed, requests answered after its last write are not counted.
`
  return { title: 'The same bytes from three nodes, and faults', text }
}

export function limitsSection({ limit, bursts }: LimitsReport): Section {
  const rows = bursts.map(
    ({ name, sent, served, refused, most, exactly }) =>
      `| ${name} | ${sent} | ${served} | ${refused} | ${exactly === undefined ? `at most ${most}` : `exactly ${exactly}`} |`,
  )
  const text = `Made by \`npm run bench:cluster\` on ${MACHINE}: one key with a limit of ${limit} requests a minute, three nodes,
random routing. In this run a request waits up to 2 s for its count, not 10 ms, because all processes share one busy machine.

| burst | sent at once | served | refused (429) | promised |
|---|---|---|---|---|
${rows.join('\n')}
`
  return { title: 'One limit at three nodes', text }
}
