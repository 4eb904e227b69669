import { type Kysely, sql } from 'kysely'
import type { Activity, SessionOfAccount, TurnStore, TurnSums } from '../../proxy/turn-port.ts'
import type { Schema } from './schema.ts'

type Filter = Parameters<TurnStore['sum']>[0]

/** Largest turn that is summed separately. */
const MAX_TURNS = 60
const MAX_OUTCOMES = 40
const DAY_MS = 86_400_000

/** Sums over the newest requests: a few queries over a bounded number of rows, with requests served in between. */
export async function sumTurns(database: Kysely<Schema>, filter: Filter): Promise<Activity> {
  const newest = newestTurns(database, filter)
  const first = await newest
    .select((of) => [of.fn.min('at').as('since'), of.fn.countAll().as('count')])
    .executeTakeFirstOrThrow()
  const count = Number(first.count)
  if (count === 0) return { since: undefined, days: [], turns: [], outcomes: [], statuses: [], overhead: undefined }
  const since = Number(first.since)
  const days = await sumsBy(newest, sql<number>`cast(at / ${sql.lit(DAY_MS)} as integer)`)
  await new Promise(setImmediate)
  const turns = await sumsBy(newest, sql<number>`turn`)
  await new Promise(setImmediate)
  const outcomes = await sumsBy(newest, sql<string>`outcome`)
  await new Promise(setImmediate)
  const statuses = await newest
    .select((of) => ['status', of.fn.countAll().as('requests')])
    .groupBy('status')
    .orderBy('status')
    .execute()
  return {
    since,
    days: days
      .sort((one, other) => one.name - other.name)
      .map(({ name, ...sums }) => ({ day: new Date(name * DAY_MS).toISOString().slice(0, 10), ...sums })),
    turns: turns
      .sort((one, other) => one.name - other.name)
      .slice(0, MAX_TURNS)
      .map(({ name, ...sums }) => ({ turn: name, ...sums })),
    outcomes: outcomes
      .sort((one, other) => other.requests - one.requests)
      .slice(0, MAX_OUTCOMES)
      .map(({ name, ...sums }) => ({ outcome: name, ...sums })),
    statuses: statuses.map(({ status, requests }) => ({ status, requests: Number(requests) })),
    overhead: await overheadOf(newest, count),
  }
}

function newestTurns(database: Kysely<Schema>, { accountId, most }: Filter) {
  return database.selectFrom((from) => {
    const rows = from.selectFrom('session_turns').selectAll().orderBy('at', 'desc').limit(most)
    return (accountId === undefined ? rows : rows.where('account_id', '=', accountId)).as('newest')
  })
}

type Newest = ReturnType<typeof newestTurns>

async function sumsBy<Name extends string | number>(
  newest: Newest,
  name: ReturnType<typeof sql<Name>>,
): Promise<(TurnSums & { readonly name: Name })[]> {
  const rows = await newest
    .select([name.as('name'), ...SUMS])
    .groupBy(name)
    .execute()
  return rows.map((row) => ({ name: row.name as Name, ...toSums(row) }))
}

/** Sums over the requests of some sessions of one account. */
export async function sumTurnsOf(
  database: Kysely<Schema>,
  accountId: string,
  { idHashes, since }: { readonly idHashes: readonly string[]; readonly since: number },
): Promise<TurnSums> {
  // Some databases have no empty lists.
  const wanted = idHashes.length > 0 ? idHashes : ['']
  const row = await database
    .selectFrom('session_turns')
    .select(SUMS)
    .where('account_id', '=', accountId)
    .where('id_hash', 'in', wanted)
    .where('at', '>=', since)
    .executeTakeFirstOrThrow()
  return toSums(row)
}

/** Sessions per statement: databases limit its parameters, and requests are served in between. */
const SUMMED_TOGETHER = 200

/** Sums over the requests of each of some sessions. */
export async function sumEachSession(
  database: Kysely<Schema>,
  sessions: readonly SessionOfAccount[],
): Promise<ReadonlyMap<string, TurnSums>> {
  const sums = new Map<string, TurnSums>()
  for (let from = 0; from < sessions.length; from += SUMMED_TOGETHER) {
    if (from > 0) await new Promise(setImmediate)
    const some = sessions.slice(from, from + SUMMED_TOGETHER)
    const rows = await database
      .selectFrom('session_turns')
      .select(['id_hash', ...SUMS])
      // Uses the index, which begins with the account.
      .where('account_id', 'in', [...new Set(some.map(({ accountId }) => accountId))])
      .where(
        'id_hash',
        'in',
        some.map(({ idHash }) => idHash),
      )
      .groupBy('id_hash')
      .execute()
    for (const row of rows) sums.set(row.id_hash, toSums(row))
  }
  return sums
}

const SUMS = [
  sql<number>`count(*)`.as('requests'),
  sql<number>`sum(original_tokens)`.as('original'),
  sql<number>`sum(optimized_tokens)`.as('optimized'),
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
function toSums(row: Readonly<Record<SumName & string, unknown>>): TurnSums {
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

/** Percentiles of the overhead, in milliseconds. */
async function overheadOf(newest: Newest, count: number): Promise<Activity['overhead']> {
  const at = async (share: number) => {
    const place = Math.min(count - 1, Math.ceil(count * share) - 1)
    const row = await newest
      .select('overhead_microseconds')
      .orderBy('overhead_microseconds')
      .offset(place)
      .limit(1)
      .executeTakeFirstOrThrow()
    return row.overhead_microseconds / 1000
  }
  return { p50: await at(0.5), p95: await at(0.95), p99: await at(0.99) }
}
