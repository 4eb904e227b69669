import type { Kysely } from 'kysely'
import type { ListedSession, SessionStore } from '../../proxy/session-port.ts'
import type { Schema } from './schema.ts'
import { toSession } from './session-row.ts'

/** Hashes per statement. */
const HASHES_AT_ONCE = 500

/** Sessions for the operator, most recently used first, with the names of their accounts. */
export function listSessions(database: Kysely<Schema>): Pick<SessionStore, 'list' | 'findAny'> {
  const sessions = () =>
    database
      .selectFrom('sessions')
      .innerJoin('accounts', 'accounts.id', 'sessions.account_id')
      .selectAll('sessions')
      .select('accounts.name as account_name')
      .orderBy('sessions.last_used_at', 'desc')
      .orderBy('sessions.id', 'desc')

  return {
    async list({ accountName, limit }) {
      let query = sessions().limit(limit)
      if (accountName !== undefined) query = query.where('accounts.name', '=', accountName)
      return (await query.execute()).map((row) => ({ ...toSession(row), accountName: row.account_name }))
    },
    async findAny({ idHashes, start, accountName, limit }) {
      const found = new Map<string, ListedSession>()
      const add = async (query: ReturnType<typeof sessions>) => {
        if (accountName !== undefined) query = query.where('accounts.name', '=', accountName)
        for (const row of await query.limit(limit).execute()) {
          found.set(`${row.id}`, { ...toSession(row), accountName: row.account_name })
        }
      }
      for (let from = 0; from < idHashes.length; from += HASHES_AT_ONCE) {
        await add(sessions().where('sessions.id_hash', 'in', idHashes.slice(from, from + HASHES_AT_ONCE)))
      }
      // Compared as a range and not as a pattern, because the underscore of a hash would be a wildcard.
      if (start !== undefined) {
        await add(
          sessions().where('sessions.id_hash', '>=', start).where('sessions.id_hash', '<', `${start}\u{10ffff}`),
        )
      }
      return [...found.values()].slice(0, limit)
    },
  }
}
