import { type Kysely, sql } from 'kysely'
import type { SessionOfAccount, TurnSums } from '../../proxy/turn-port.ts'
import type { Schema } from './schema.ts'
import { NO_SUMS, ROWS_AT_ONCE, SUMS, SumsByName, toSums } from './turn-sums.ts'

/** Sessions per statement: databases limit its parameters, and each session is a search in an index. */
const SUMMED_TOGETHER = 200
/** Sessions whose requests one statement counts. It reads at most `ROWS_AT_ONCE` entries of an index for each. */
const COUNTED_TOGETHER = 50

/**
 * The requests that one statement sums: those of some sessions from a time on, or of one session between two times.
 */
interface Page {
  readonly sessions: readonly SessionOfAccount[]
  readonly from: number
  readonly until?: number
}

/** Sums over the requests of some sessions of one account. */
export async function sumTurnsOf(
  database: Kysely<Schema>,
  accountId: string,
  { idHashes, since }: { readonly idHashes: readonly string[]; readonly since: number },
): Promise<TurnSums> {
  const sums = new SumsByName<string>()
  const sessions = [...new Set(idHashes)].map((idHash) => ({ accountId, idHash }))
  for await (const page of pagesOf(database, sessions, since)) {
    const row = await turnsIn(database, page).select(SUMS).executeTakeFirstOrThrow()
    sums.add(accountId, toSums(row))
  }
  return sums.read().get(accountId) ?? NO_SUMS
}

/** Sums over the requests of each of some sessions. */
export async function sumEachSession(
  database: Kysely<Schema>,
  sessions: readonly SessionOfAccount[],
): Promise<ReadonlyMap<string, TurnSums>> {
  const sums = new SumsByName<string>()
  for await (const page of pagesOf(database, sessions, 0)) {
    const rows = await turnsIn(database, page)
      .select(['id_hash', ...SUMS])
      .groupBy('id_hash')
      .execute()
    for (const row of rows) sums.add(row.id_hash, toSums(row))
  }
  return sums.read()
}

function turnsIn(database: Kysely<Schema>, { sessions, from, until }: Page) {
  const rows = database
    .selectFrom('session_turns')
    // Uses the index, which begins with the account.
    .where('account_id', 'in', [...new Set(sessions.map(({ accountId }) => accountId))])
    .where(
      'id_hash',
      'in',
      sessions.map(({ idHash }) => idHash),
    )
    .where('at', '>=', from)
  return until === undefined ? rows : rows.where('at', '<', until)
}

/** Pages of about `ROWS_AT_ONCE` requests. Other requests are served after each statement. */
async function* pagesOf(
  database: Kysely<Schema>,
  sessions: readonly SessionOfAccount[],
  since: number,
): AsyncGenerator<Page> {
  let short: SessionOfAccount[] = []
  let rows = 0
  for (let at = 0; at < sessions.length; at += COUNTED_TOGETHER) {
    const some = sessions.slice(at, at + COUNTED_TOGETHER)
    const counts = await countTurns(database, some, since)
    await new Promise(setImmediate)
    for (const session of some) {
      const count = counts.get(session.idHash) ?? 0
      if (count === ROWS_AT_ONCE) {
        yield* pagesOfOne(database, session, since)
        continue
      }
      if (count === 0) continue
      if (rows + count > ROWS_AT_ONCE || short.length === SUMMED_TOGETHER) {
        yield { sessions: short, from: since }
        await new Promise(setImmediate)
        short = []
        rows = 0
      }
      short.push(session)
      rows += count
    }
  }
  if (short.length > 0) yield { sessions: short, from: since }
}

/** Pages of one session by time. Requests of one time are in one page. */
async function* pagesOfOne(database: Kysely<Schema>, session: SessionOfAccount, since: number): AsyncGenerator<Page> {
  for (let from = since; ; ) {
    const last = await turnsIn(database, { sessions: [session], from })
      .select('at')
      .orderBy('at')
      .offset(ROWS_AT_ONCE - 1)
      .limit(1)
      .executeTakeFirst()
    await new Promise(setImmediate)
    yield { sessions: [session], from, ...(last && { until: last.at + 1 }) }
    await new Promise(setImmediate)
    if (!last) return
    from = last.at + 1
  }
}

/** The number of requests of each session, or `ROWS_AT_ONCE` if there are more. */
async function countTurns(
  database: Kysely<Schema>,
  sessions: readonly SessionOfAccount[],
  since: number,
): Promise<ReadonlyMap<string, number>> {
  const wanted = sql.join(sessions.map(({ accountId, idHash }) => sql`(${accountId}, ${idHash})`))
  const { rows } = await sql<{ readonly id_hash: string; readonly turns: unknown }>`
    with wanted (account_id, id_hash) as (values ${wanted})
    select id_hash, (
      select count(*) from (
        select 1 from session_turns as turn
        where turn.account_id = wanted.account_id and turn.id_hash = wanted.id_hash and turn.at >= ${since}
        limit ${sql.lit(ROWS_AT_ONCE)}
      ) as counted
    ) as turns from wanted`.execute(database)
  return new Map(rows.map(({ id_hash, turns }) => [id_hash, Number(turns)]))
}
