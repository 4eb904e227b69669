import type { Kysely, Transaction } from 'kysely'
import type { SessionRow, SessionStore } from '../../ports.ts'
import { listSessions } from './list-sessions.ts'
import type { Schema } from './schema.ts'
import { decisionsToText, toSession } from './session-row.ts'

/** Tips that a session is found by. */
const KEPT_TIPS = 8
/** Tips asked for in one statement. */
const TIPS_AT_ONCE = 500
/** Sessions forgotten in one statement, so that a large clearing never holds up requests for long. */
const FORGOTTEN_AT_ONCE = 500

/** Sessions and the tips they are found by, in tables: hashes and counts, never text. */
export function createSessionStore(database: Kysely<Schema>): SessionStore {
  return {
    ...listSessions(database),
    async find(accountId, idHash) {
      const row = await database
        .selectFrom('sessions')
        .selectAll()
        .where('account_id', '=', accountId)
        .where('id_hash', '=', idHash)
        .executeTakeFirst()
      return row && toSession(row)
    },
    async findByTip(accountId, tips) {
      for (let from = 0; from < tips.length; from += TIPS_AT_ONCE) {
        const found = await firstByTip(database, accountId, tips.slice(from, from + TIPS_AT_ONCE))
        if (found) return found
      }
      return undefined
    },
    save: (row, tip) =>
      database.transaction().execute(async (transaction) => {
        const sessionId = await upsertSession(transaction, row)
        const sequence = await rememberTip(transaction, { accountId: row.accountId, sessionId, tip })
        if (sequence > KEPT_TIPS) await dropOldTips(transaction, sessionId)
      }),
    async forget(before) {
      let forgotten = 0
      for (;;) {
        const count = await forgetSome(database, before)
        forgotten += count
        if (count < FORGOTTEN_AT_ONCE) return forgotten
        await new Promise(setImmediate)
      }
    },
  }
}

async function firstByTip(database: Kysely<Schema>, accountId: string, tips: readonly string[]) {
  const known = await database
    .selectFrom('session_tips')
    .select(['tip', 'session_id'])
    .where('account_id', '=', accountId)
    .where('tip', 'in', tips)
    .execute()
  if (known.length === 0) return undefined
  const sessionIds = new Map(known.map(({ tip, session_id }) => [tip, session_id]))
  const first = tips.find((tip) => sessionIds.has(tip))!
  const row = await database
    .selectFrom('sessions')
    .selectAll()
    .where('id', '=', sessionIds.get(first)!)
    .executeTakeFirst()
  return row && toSession(row)
}

async function upsertSession(transaction: Transaction<Schema>, row: SessionRow): Promise<number> {
  const changing = {
    generated_id: row.generatedId,
    turns: row.turns,
    requests: row.requests,
    original_tokens: row.originalTokens,
    saved_tokens: row.savedTokens,
    left_alone: row.leftAlone,
    last_used_at: row.lastUsedAt,
    cache_decisions: decisionsToText(row.cacheDecisions),
  }
  const { id } = await transaction
    .insertInto('sessions')
    .values({ account_id: row.accountId, id_hash: row.idHash, ...changing })
    .onConflict((conflict) => conflict.columns(['account_id', 'id_hash']).doUpdateSet(changing))
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** A tip that two sessions share (the same first request, sent twice) belongs to the one that had it last. Returns its place among the session's tips. */
async function rememberTip(
  transaction: Transaction<Schema>,
  { accountId, sessionId, tip }: { accountId: string; sessionId: number; tip: string },
): Promise<number> {
  const { sequence } = await transaction
    .insertInto('session_tips')
    .values(({ selectFrom, fn, val }) => ({
      account_id: accountId,
      tip,
      session_id: sessionId,
      sequence: selectFrom('session_tips')
        .where('session_id', '=', sessionId)
        .select(({ eb }) => eb(fn.coalesce(fn.max<number>('sequence'), val(0)), '+', 1).as('next')),
    }))
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'tip']).doUpdateSet(({ ref }) => ({
        session_id: ref('excluded.session_id'),
        sequence: ref('excluded.sequence'),
      })),
    )
    .returning('sequence')
    .executeTakeFirstOrThrow()
  return sequence
}

async function dropOldTips(transaction: Transaction<Schema>, sessionId: number): Promise<void> {
  await transaction
    .deleteFrom('session_tips')
    .where('session_id', '=', sessionId)
    .where('sequence', '<=', ({ selectFrom }) =>
      selectFrom('session_tips as kept')
        .select('kept.sequence')
        .where('kept.session_id', '=', sessionId)
        .orderBy('kept.sequence', 'desc')
        .limit(1)
        .offset(KEPT_TIPS),
    )
    .execute()
}

async function forgetSome(database: Kysely<Schema>, before: number): Promise<number> {
  const { numDeletedRows } = await database
    .deleteFrom('sessions')
    .where('id', 'in', (where) =>
      where.selectFrom('sessions').select('id').where('last_used_at', '<', before).limit(FORGOTTEN_AT_ONCE),
    )
    .executeTakeFirst()
  return Number(numDeletedRows)
}
