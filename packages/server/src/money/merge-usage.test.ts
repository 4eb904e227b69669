import fc from 'fast-check'
import { expect, it } from 'vitest'
import { PLAIN_COUNTS } from '../adapters/usage-counts.fixture.ts'
import { mergeUsage } from './merge-usage.ts'
import type { UsageEntry } from './usage-port.ts'

const ENTRY = fc.record({
  keyId: fc.constantFrom('key 1', 'key 2'),
  day: fc.constantFrom('2026-01-01', '2026-01-02'),
  model: fc.constantFrom('', 'gpt-4o'),
  originalTokens: fc.nat(1000),
})

function entryOf(found: { keyId: string; day: string; model: string; originalTokens: number }): UsageEntry {
  const none = { folded: 0, failed: 0, optimizedTokens: 0, billedInputTokens: 0, billedCachedTokens: 0 }
  return { accountId: 'account', requests: 1, outputTokens: 0, billMicroCents: 0, ...none, ...PLAIN_COUNTS, ...found }
}

const rowOf = ({ keyId, day, model }: UsageEntry) => [keyId, day, model].join(' ')

it('adds up the entries of a key, day and model, in any order of arrival', () => {
  fc.assert(
    fc.property(fc.array(ENTRY, { maxLength: 40 }), (found) => {
      const entries = found.map(entryOf)
      const before = structuredClone(entries)
      const merged = mergeUsage(entries)
      expect(entries).toEqual(before)
      const rows = [...new Set(entries.map(rowOf))]
      expect(merged.map(rowOf).sort()).toEqual(rows.sort())
      for (const sum of merged) {
        const own = entries.filter((entry) => rowOf(entry) === rowOf(sum))
        expect(sum.requests).toBe(own.length)
        expect(sum.originalTokens).toBe(own.reduce((tokens, entry) => tokens + entry.originalTokens, 0))
      }
    }),
  )
})
