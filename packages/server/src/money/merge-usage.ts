import type { UsageEntry } from './usage-port.ts'

type Mutable<Row> = { -readonly [Name in keyof Row]: Row[Name] }

/**
 * Adds up the entries of the same key, day and model, because one statement must not update a row twice. The result is
 * sorted, so that two servers that update the same rows cannot deadlock.
 */
export function mergeUsage(entries: readonly UsageEntry[]): UsageEntry[] {
  const merged = new Map<string, Mutable<UsageEntry>>()
  let sum: Mutable<UsageEntry> | undefined
  for (const entry of entries) {
    // Requests of one key often arrive in a row.
    if (sum === undefined || !isSameRow(sum, entry)) {
      const name = nameOf(entry)
      sum = merged.get(name)
      if (!sum) {
        sum = { ...entry }
        merged.set(name, sum)
        continue
      }
    }
    // Written out for speed: every request has an entry, and a loop over member names would take most of the time.
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

function isSameRow(one: UsageEntry, other: UsageEntry): boolean {
  return one.keyId === other.keyId && one.day === other.day && one.model === other.model
}

/** Key ids and days contain no line break. */
function nameOf({ keyId, day, model }: UsageEntry): string {
  return `${keyId}\n${day}\n${model}`
}
