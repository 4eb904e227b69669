import type { TrialResult } from './client-trial.ts'

const HEAD = '| client | what | version | result | requests | saved, at most |'

/** The results as a table in Markdown. */
export function tableOf(results: readonly TrialResult[]): string {
  return [HEAD, '|---|---|---|---|--:|--:|', ...results.map(rowOf)].join('\n')
}

function rowOf({ client, what, version, outcome, note, requests, savedPercent }: TrialResult): string {
  const result = note === '' ? outcome : outcome === 'works' ? `works; ${note}` : `${outcome}: ${note}`
  const saved = savedPercent === undefined || savedPercent < 0.05 ? '' : `${savedPercent.toFixed(0)} %`
  const cells = [client, what, version, result, requests === 0 ? '' : String(requests), saved]
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replace(/\s+/g, ' ')).join(' | ')} |`
}

/** The text of bench/CLIENTS.md. */
export function pageOf(results: readonly TrialResult[]): string {
  const counted = (outcome: TrialResult['outcome']) => results.filter((result) => result.outcome === outcome).length
  return `# Clients behind Pleat

Made by \`npm run test:clients\` on ${new Date().toISOString().slice(0, 10)}: the newest version of each client from npm,
unmodified. Each client runs in a separate process and sends its requests over sockets to a Pleat server of its own, behind which
is the strict stand-in provider of the tests. The run needs no key and no model. A conversation has 12 turns, with a tool call in
every third, and with streams if the client supports them.

A client **works** if it got every response, the provider refused nothing, Pleat logged no warning, no reasoning was
lost, and at least one request was shortened by more than 5 %. If none was, the table gives the reason. "Saved, at most"
is the largest share of the input tokens that was saved in one request.

${tableOf(results)}

${counted('works')} work, ${counted('failed')} failed, ${counted('not installed')} could not be installed here.
`
}

/** The reason why a run fails. Undefined if at least one client works and none failed. */
export function failureOf(results: readonly TrialResult[]): string | undefined {
  if (results.some(({ outcome }) => outcome === 'failed')) return 'A client failed.'
  if (results.some(({ outcome }) => outcome === 'works')) return undefined
  return results.length === 0 ? 'No client was tried.' : 'No client was tried: none could be installed.'
}
