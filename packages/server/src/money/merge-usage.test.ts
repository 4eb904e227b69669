import fc from 'fast-check'
import { expect, it } from 'vitest'
import { PLAIN_COUNTS } from '../adapters/usage-counts.fixture.ts'
import { mergeUsage } from './merge-usage.ts'
import type { UsageEntry } from './usage-port.ts'

type Place = 'accountId' | 'keyId' | 'day' | 'model'
type Count = Exclude<keyof UsageEntry, Place>

const NO_TOKENS = {
  originalTokens: 0,
  optimizedTokens: 0,
  billedInputTokens: 0,
  billedCachedTokens: 0,
  outputTokens: 0,
}
const NOTHING: Pick<UsageEntry, Count> = {
  ...{ requests: 0, folded: 0, failed: 0, billMicroCents: 0 },
  ...NO_TOKENS,
  ...PLAIN_COUNTS,
}
const COUNTS = Object.keys(NOTHING) as Count[]

const ENTRY: fc.Arbitrary<UsageEntry> = fc
  .tuple(
    fc.record({
      accountId: fc.constant('account'),
      keyId: fc.constantFrom('key 1', 'key 2'),
      day: fc.constantFrom('2026-01-01', '2026-01-02'),
      model: fc.constantFrom('', 'gpt-4o'),
    }),
    fc.record(Object.fromEntries(COUNTS.map((name) => [name, fc.nat(1000)])) as Record<Count, fc.Arbitrary<number>>),
  )
  .map(([place, counts]) => ({ ...place, ...counts }))

const rowOf = ({ keyId, day, model }: UsageEntry) => [keyId, day, model].join('\n')

it('adds up all counts of a key, day and model, and sorts the rows, in any order of arrival', () => {
  fc.assert(
    fc.property(fc.array(ENTRY, { maxLength: 40 }), (entries) => {
      const before = structuredClone(entries)
      const merged = mergeUsage(entries)
      expect(entries).toEqual(before)
      const rows = [...new Set(entries.map(rowOf))]
      expect(merged.map(rowOf)).toEqual(rows.sort())
      for (const sum of merged) {
        const own = entries.filter((entry) => rowOf(entry) === rowOf(sum))
        for (const name of COUNTS) {
          expect([name, sum[name]]).toEqual([name, own.reduce((total, entry) => total + entry[name], 0)])
        }
      }
      expect(mergeUsage(entries.toReversed())).toEqual(merged)
    }),
  )
})
