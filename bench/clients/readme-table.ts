import type { TrialResult } from './client-trial.ts'

const START = '<!-- clients: written by npm run test:clients -->'
const END = '<!-- end of clients -->'

/**
 * The README with its table of clients replaced.
 * @throws {Error} if it has no place for the table.
 */
export function withClientTable(readme: string, results: readonly TrialResult[]): string {
  const from = readme.indexOf(START)
  const to = readme.indexOf(END)
  if (from < 0 || to < from) throw new Error(`README.md has no place for the table: "${START}" and "${END}"`)
  return `${readme.slice(0, from)}${START}\n\n${tableOf(results)}\n\n${readme.slice(to)}`
}

function tableOf(results: readonly TrialResult[]): string {
  const names = [...new Set(results.map(({ client }) => client))]
  return ['| client | version | works with |', '|---|---|---|', ...names.map((name) => rowOf(name, results))].join('\n')
}

function rowOf(name: string, results: readonly TrialResult[]): string {
  const own = results.filter(({ client }) => client === name)
  const version = own.find((result) => result.version !== '')?.version ?? ''
  return `| ${name} | ${version} | ${own.map(describe).join('; ')} |`
}

function describe({ what, outcome }: TrialResult): string {
  const text = outcome === 'works' ? what : `${outcome}: ${what}`
  return text.replaceAll('|', '\\|')
}
