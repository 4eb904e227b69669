import type { Kysely } from 'kysely'
import type { TurnStore } from '../../proxy/turn-port.ts'
import { compileOnce, compileOnceForRows } from './compiled-query.ts'
import { deleteInParts } from './delete-in-parts.ts'
import type { Schema } from './schema.ts'
import { sumEachSession, sumTurnsOf } from './sum-sessions.ts'
import { sumTurns } from './sum-turns.ts'
import { toEntry, toRow } from './turn-row.ts'

type Row = ReturnType<typeof toRow>

/** Rows per statement or transaction, after which requests are served again: well below a millisecond. */
const ADDED_TOGETHER = 16
/** Rows deleted per statement, so that a large clean-up never blocks requests for long. */
const FORGOTTEN_AT_ONCE = 2000

/** The requests of sessions in a table. */
export function createTurnStore(database: Kysely<Schema>): TurnStore {
  const addOne = compileOnce((on, row: Row) => on.insertInto('session_turns').values(valuesOf(row)))
  const addFull = compileOnceForRows(ADDED_TOGETHER, (on, rows: readonly Row[]) =>
    on.insertInto('session_turns').values(rows.map(valuesOf)),
  )
  return {
    async add(entries) {
      for (let from = 0; from < entries.length; from += ADDED_TOGETHER) {
        if (from > 0) await new Promise(setImmediate)
        const rows = entries.slice(from, from + ADDED_TOGETHER).map(toRow)
        if (rows.length === ADDED_TOGETHER) {
          await addFull(database, rows)
          continue
        }
        await database.transaction().execute(async (transaction) => {
          for (const row of rows) await addOne(transaction, row)
        })
      }
    },
    async list(accountId, idHash, limit) {
      const rows = await database
        .selectFrom('session_turns')
        .selectAll()
        .where('account_id', '=', accountId)
        .where('id_hash', '=', idHash)
        .orderBy('at', 'desc')
        .orderBy('turn', 'desc')
        .limit(limit)
        .execute()
      return rows.reverse().map(toEntry)
    },
    sum: (filter) => sumTurns(database, filter),
    sumOf: (accountId, filter) => sumTurnsOf(database, accountId, filter),
    sumEach: (sessions) => sumEachSession(database, sessions),
    forget: (before) => deleteInParts(FORGOTTEN_AT_ONCE, () => forgetSome(database, before)),
  }
}

/** Written out by name, because the parameters of a kept query are placeholders. */
function valuesOf(row: Row): Row {
  return {
    account_id: row.account_id,
    id_hash: row.id_hash,
    at: row.at,
    turn: row.turn,
    model: row.model,
    status: row.status,
    outcome: row.outcome,
    fold_moved: row.fold_moved,
    original_tokens: row.original_tokens,
    optimized_tokens: row.optimized_tokens,
    overhead_microseconds: row.overhead_microseconds,
    input_tokens: row.input_tokens,
    cached_tokens: row.cached_tokens,
    output_tokens: row.output_tokens,
    micro_dollars: row.micro_dollars,
    direct_cached_tokens: row.direct_cached_tokens,
    direct_micro_dollars: row.direct_micro_dollars,
  }
}

/** Deletes the oldest rows, chosen by time because the table has no key. Rows of one time are deleted together. */
async function forgetSome(database: Kysely<Schema>, before: number): Promise<number> {
  const oldest = await database
    .selectFrom('session_turns')
    .select('at')
    .where('at', '<', before)
    .orderBy('at')
    .offset(FORGOTTEN_AT_ONCE)
    .limit(1)
    .executeTakeFirst()
  const until = oldest ? oldest.at + 1 : before
  const { numDeletedRows } = await database.deleteFrom('session_turns').where('at', '<', until).executeTakeFirst()
  return Number(numDeletedRows)
}
