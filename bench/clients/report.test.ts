import { describe, expect, it } from 'vitest'
import type { TrialResult } from './client-trial.ts'
import { withClientTable } from './readme-table.ts'
import { failureOf, pageOf, tableOf } from './report.ts'

const works: TrialResult = {
  client: 'An SDK',
  what: 'chat | streams',
  version: '1.2.3',
  outcome: 'works',
  note: '',
  requests: 16,
  sessions: 1,
  savedPercent: 63.7,
}
const missing: TrialResult = {
  ...works,
  client: 'An agent',
  version: '',
  outcome: 'not installed',
  note: 'npm says E404',
  requests: 0,
  savedPercent: undefined,
}

describe('the table of clients', () => {
  it('lists results, savings, and the reasons of missing trials', () => {
    const rows = tableOf([works, missing]).split('\n')
    expect(rows.slice(2)).toEqual([
      '| An SDK | chat \\| streams | 1.2.3 | works | 16 | 64 % |',
      '| An agent | chat \\| streams |  | not installed: npm says E404 |  |  |',
    ])
    expect(pageOf([works, missing])).toContain('1 work, 0 failed, 1 could not be installed here.')
  })

  it('replaces the table in the README and nothing else', () => {
    const readme = 'before\n<!-- clients: written by npm run test:clients -->\nold\n<!-- end of clients -->\nafter\n'
    const written = withClientTable(readme, [works, { ...works, what: 'files', outcome: 'failed' }])
    expect(written).toContain('| An SDK | 1.2.3 | chat \\| streams; failed: files |')
    expect(written.startsWith('before\n') && written.endsWith('<!-- end of clients -->\nafter\n')).toBe(true)
    expect(written).not.toContain('old')
    expect(() => withClientTable('no place', [works])).toThrow('README.md has no place')
  })
})

it.each([
  ['succeeds if one client works and the others cannot be installed', [works, missing], undefined],
  ['fails if one client fails', [works, { ...works, outcome: 'failed' as const }], 'A client failed.'],
  ['fails if no client can be installed', [missing], 'No client was tried: none could be installed.'],
  ['fails without clients', [], 'No client was tried.'],
])('a run %s', (_title, results, failure) => {
  expect(failureOf(results)).toBe(failure)
})
