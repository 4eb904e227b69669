import { type Kysely, sql } from 'kysely'
import type { Activity, TurnStore } from '../../proxy/turn-port.ts'
import { dayOf } from '../../utc-day.ts'
import type { Schema } from './schema.ts'
import { ROWS_AT_ONCE, SUMS, SumsByName, toSums } from './turn-sums.ts'

type Filter = Parameters<TurnStore['sum']>[0]

/** Limits of the result: the lowest turns, and the most frequent outcomes. */
const MAX_TURNS = 60
const MAX_OUTCOMES = 40
const DAY_MS = 86_400_000

const DAY = sql<number>`cast(at / ${sql.lit(DAY_MS)} as integer)`

/** Sums over the newest requests, read in pages by time, with requests served in between. */
export async function sumTurns(database: Kysely<Schema>, { accountId, most }: Filter): Promise<Activity> {
  const sums = new ActivitySums()
  let left = most
  for (let until: number | undefined; left > 0; ) {
    const rows = turnsBefore(database, { accountId, until })
    const start = await rows
      .select('at')
      .orderBy('at', 'desc')
      .offset(Math.min(left, ROWS_AT_ONCE) - 1)
      .limit(1)
      .executeTakeFirst()
    await new Promise(setImmediate)
    // Requests of one time are in one page, unless it is the last one.
    const page = database.selectFrom(
      (start ? rows.where('at', '>=', start.at) : rows).selectAll().orderBy('at', 'desc').limit(left).as('page'),
    )
    left -= await sums.addPage(page)
    if (!start) break
    until = start.at
  }
  return sums.read()
}

function turnsBefore(
  database: Kysely<Schema>,
  { accountId, until }: { readonly accountId: string | undefined; readonly until: number | undefined },
) {
  let rows = database.selectFrom('session_turns')
  if (accountId !== undefined) rows = rows.where('account_id', '=', accountId)
  return until === undefined ? rows : rows.where('at', '<', until)
}

/** Any selection from pages of requests. */
type Page = ReturnType<typeof pageOf>
const pageOf = (database: Kysely<Schema>) =>
  database.selectFrom(database.selectFrom('session_turns').selectAll().as('page'))

class ActivitySums {
  readonly #days = new SumsByName<number>()
  readonly #turns = new SumsByName<number>()
  readonly #outcomes = new SumsByName<string>()
  readonly #statuses = new Map<number, number>()
  readonly #overheads: number[] = []
  #since: number | undefined

  /** Adds older requests than before, and returns their number. */
  async addPage(page: Page): Promise<number> {
    const groups = await page
      .select((of) => [DAY.as('day'), 'turn', 'outcome', 'status', of.fn.min('at').as('since'), ...SUMS])
      .groupBy([DAY, 'turn', 'outcome', 'status'])
      .execute()
    await new Promise(setImmediate)
    const overheads = await page.select('overhead_microseconds').execute()
    await new Promise(setImmediate)
    for (const row of overheads) this.#overheads.push(row.overhead_microseconds)
    let requests = 0
    for (const group of groups) {
      const sums = toSums(group)
      requests += sums.requests
      this.#since = Math.min(this.#since ?? Number.POSITIVE_INFINITY, Number(group.since))
      this.#days.add(Number(group.day), sums)
      this.#turns.add(group.turn, sums)
      this.#outcomes.add(group.outcome, sums)
      this.#statuses.set(group.status, (this.#statuses.get(group.status) ?? 0) + sums.requests)
    }
    return requests
  }

  read(): Activity {
    const byName = <Value>(one: readonly [number, Value], other: readonly [number, Value]) => one[0] - other[0]
    return {
      since: this.#since,
      days: [...this.#days.read()].sort(byName).map(([day, sums]) => ({ day: dayOf(day * DAY_MS), ...sums })),
      turns: [...this.#turns.read()]
        .sort(byName)
        .slice(0, MAX_TURNS)
        .map(([turn, sums]) => ({ turn, ...sums })),
      outcomes: [...this.#outcomes.read()]
        .sort(([, one], [, other]) => other.requests - one.requests)
        .slice(0, MAX_OUTCOMES)
        .map(([outcome, sums]) => ({ outcome, ...sums })),
      statuses: [...this.#statuses].sort(byName).map(([status, requests]) => ({ status, requests })),
      overhead: overheadOf(this.#overheads),
    }
  }
}

/** Percentiles of the overhead, in milliseconds. */
function overheadOf(microseconds: readonly number[]): Activity['overhead'] {
  if (microseconds.length === 0) return undefined
  const sorted = Float64Array.from(microseconds).sort()
  const at = (share: number) => sorted[Math.ceil(sorted.length * share) - 1]! / 1000
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99) }
}
