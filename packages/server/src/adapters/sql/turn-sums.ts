import { sql } from 'kysely'
import type { TurnSums } from '../../proxy/turn-port.ts'

/** Rows that one statement reads. With SQLite it runs on the event loop, for some milliseconds. */
export const ROWS_AT_ONCE = 1000

/** Sums over the selected requests, for `toSums`. */
export const SUMS = [
  sql<number>`count(*)`.as('requests'),
  // A failed request saved nothing, as in the usage of its account.
  sql<number>`sum(case when status < 400 then original_tokens else 0 end)`.as('original'),
  sql<number>`sum(case when status < 400 then optimized_tokens else 0 end)`.as('optimized'),
  sql<number>`count(input_tokens)`.as('billed'),
  sql<number>`sum(input_tokens)`.as('input'),
  sql<number>`sum(cached_tokens)`.as('cached'),
  sql<number>`sum(case when input_tokens is null then 0 else input_tokens + original_tokens - optimized_tokens end)`.as(
    'direct_input',
  ),
  sql<number>`sum(direct_cached_tokens)`.as('direct_cached'),
  sql<number>`count(micro_dollars)`.as('priced'),
  sql<number>`sum(micro_dollars)`.as('dollars'),
  sql<number>`sum(direct_micro_dollars)`.as('direct_dollars'),
] as const

type SumName = (typeof SUMS)[number]['alias']

/** The sum of no rows is null, and some databases return sums as text. */
export function toSums(row: Readonly<Record<SumName & string, unknown>>): TurnSums {
  return {
    requests: Number(row.requests),
    originalTokens: Number(row.original),
    optimizedTokens: Number(row.optimized),
    billedRequests: Number(row.billed),
    inputTokens: Number(row.input),
    cachedTokens: Number(row.cached),
    directInputTokens: Number(row.direct_input),
    directCachedTokens: Number(row.direct_cached),
    pricedRequests: Number(row.priced),
    microDollars: Number(row.dollars),
    directMicroDollars: Number(row.direct_dollars),
  }
}

export const NO_SUMS: TurnSums = {
  requests: 0,
  originalTokens: 0,
  optimizedTokens: 0,
  billedRequests: 0,
  inputTokens: 0,
  cachedTokens: 0,
  directInputTokens: 0,
  directCachedTokens: 0,
  pricedRequests: 0,
  microDollars: 0,
  directMicroDollars: 0,
}

const NAMES = Object.keys(NO_SUMS) as readonly (keyof TurnSums)[]

/** Sums by name, of rows that are read in several statements. */
export class SumsByName<Name> {
  readonly #byName = new Map<Name, { -readonly [Field in keyof TurnSums]: number }>()

  add(name: Name, added: TurnSums): void {
    const sums = this.#byName.get(name)
    if (sums) for (const field of NAMES) sums[field] += added[field]
    else this.#byName.set(name, { ...added })
  }

  read(): ReadonlyMap<Name, TurnSums> {
    return this.#byName
  }
}
