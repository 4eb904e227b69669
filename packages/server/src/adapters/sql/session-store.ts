import type { Kysely } from 'kysely'
import type { FoundByTip, SavedSession, SaveOutcome, SessionStore } from '../../proxy/session-port.ts'
import { deleteInParts, PART_ROWS } from './delete-in-parts.ts'
import { listSessions } from './list-sessions.ts'
import type { Schema } from './schema.ts'
import { createSessionQueries, KEPT_TIPS } from './session-queries.ts'
import { decisionsToText, toSession } from './session-row.ts'

/** Tips per statement. */
const TIPS_AT_ONCE = 512

type Queries = ReturnType<typeof createSessionQueries>

/** Sessions and the tips that find them, in tables: hashes, counts and generated ids, never text of a conversation. */
export function createSessionStore(database: Kysely<Schema>, { isShared }: { isShared: boolean }): SessionStore {
  const queries = createSessionQueries()
  return {
    isShared,
    ...listSessions(database),
    async find(accountId, idHash) {
      const [row] = await queries.byHash(database, { accountId, idHash })
      return row && toSession(row)
    },
    async findByTip(accountId, tips) {
      for (let from = 0; from < tips.length; from += TIPS_AT_ONCE) {
        const found = await firstByTip(queries, database, { accountId, tips: tips.slice(from, from + TIPS_AT_ONCE) })
        if (found) return found
      }
      return undefined
    },
    async save(sessions) {
      return await database.transaction().execute(async (transaction) => {
        const outcomes: SaveOutcome[] = []
        for (const session of sessions) outcomes.push(await saveOne(queries, transaction, session))
        return outcomes
      })
    },
    forget: (before) => deleteInParts(PART_ROWS, () => forgetSome(database, before)),
  }
}

async function firstByTip(
  queries: Queries,
  database: Kysely<Schema>,
  { accountId, tips }: { accountId: string; tips: readonly string[] },
): Promise<FoundByTip | undefined> {
  const rows = await queries.tipsAmong(database, accountId, tips)
  if (rows.length === 0) return undefined
  const known = new Map(rows.map((row) => [row.tip, row]))
  const { tip, session_id: id, sequence } = known.get(tips.find((each) => known.has(each))!)!
  const [row] = await queries.byId(database, { id })
  const [later] = await queries.tipsAfter(database, { id, sequence })
  return row && { row: toSession(row), tip, laterTips: Number(later?.count ?? 0) }
}

async function saveOne(
  queries: Queries,
  transaction: Kysely<Schema>,
  { row, tip }: SavedSession,
): Promise<SaveOutcome> {
  const version = row.version + 1
  const [session] = await queries.upsert(transaction, {
    account_id: row.accountId,
    id_hash: row.idHash,
    generated_id: row.generatedId,
    turns: row.turns,
    requests: row.requests,
    original_tokens: row.originalTokens,
    saved_tokens: row.savedTokens,
    left_alone: row.disabledReason,
    refused_tips: row.refusedTips.length ? JSON.stringify(row.refusedTips) : null,
    last_used_at: row.lastUsedAt,
    cache_decisions: decisionsToText(row.cacheDecisions),
    version,
  })
  if (!session) {
    const [stored] = await queries.byHash(transaction, { accountId: row.accountId, idHash: row.idHash })
    return { kind: 'conflict', stored: toSession(stored!) }
  }
  const sessionId = session.id
  const [remembered] = await queries.rememberTip(transaction, { accountId: row.accountId, sessionId, tip })
  if (remembered!.sequence > KEPT_TIPS) await queries.dropOldTips(transaction, { sessionId })
  return { kind: 'saved', version }
}

async function forgetSome(database: Kysely<Schema>, before: number): Promise<number> {
  const { numDeletedRows } = await database
    .deleteFrom('sessions')
    .where('id', 'in', (where) =>
      where.selectFrom('sessions').select('id').where('last_used_at', '<', before).limit(PART_ROWS),
    )
    .executeTakeFirst()
  return Number(numDeletedRows)
}
