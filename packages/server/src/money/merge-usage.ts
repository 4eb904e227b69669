import type { UsageEntry } from './usage-port.ts'

type Mutable<Row> = { -readonly [Name in keyof Row]: Row[Name] }

/**
 * Adds up the entries of the same key, day and model, since one statement may not touch a row twice. In the order of their
 * keys: of two servers that add to the same rows, one then waits for the other, and never both.
 */
export function mergeUsage(entries: readonly UsageEntry[]): UsageEntry[] {
  const merged = new Map<string, Mutable<UsageEntry>>()
  for (const entry of entries) {
    // No key and no day has a line break in it.
    const name = `${entry.keyId}\n${entry.day}\n${entry.model}`
    const sum = merged.get(name)
    if (!sum) {
      merged.set(name, { ...entry })
      continue
    }
    // Spelled out: there is an entry for every request, and to find members by name takes longer than all of the rest.
    sum.requests += entry.requests
    sum.folded += entry.folded
    sum.failed += entry.failed
    sum.originalTokens += entry.originalTokens
    sum.optimizedTokens += entry.optimizedTokens
    sum.billedInputTokens += entry.billedInputTokens
    sum.billedCachedTokens += entry.billedCachedTokens
    sum.outputTokens += entry.outputTokens
    sum.billMicroCents += entry.billMicroCents
    sum.observed += entry.observed
    sum.observedSavedTokens += entry.observedSavedTokens
    sum.heldOut += entry.heldOut
    sum.billedRequests += entry.billedRequests
    sum.pricedRequests += entry.pricedRequests
    sum.inputMicroDollars += entry.inputMicroDollars
    sum.directMicroDollars += entry.directMicroDollars
  }
  return [...merged.keys()].sort().map((name) => merged.get(name)!)
}
