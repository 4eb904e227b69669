import type { Kysely, Selectable } from 'kysely'
import { compileOnce } from './compiled-query.ts'
import type { Schema } from './schema.ts'

/** Number of tips by which a session is found. */
export const KEPT_TIPS = 8

/** The columns of a session's row that change between saves. */
const CHANGING = [
  'generated_id',
  'turns',
  'requests',
  'original_tokens',
  'saved_tokens',
  'left_alone',
  'refused_tips',
  'last_used_at',
  'cache_decisions',
  'version',
] as const

/** A row of the table without its generated number. */
export type SessionValues = Pick<Selectable<Schema['sessions']>, 'account_id' | 'id_hash' | (typeof CHANGING)[number]>

/** The queries of a session store. Each is built once, because many requests use it. */
export function createSessionQueries() {
  return {
    byHash: compileOnce((database, { accountId, idHash }: { accountId: string; idHash: string }) =>
      database.selectFrom('sessions').selectAll().where('account_id', '=', accountId).where('id_hash', '=', idHash),
    ),
    byId: compileOnce((database, { id }: { id: number }) =>
      database.selectFrom('sessions').selectAll().where('id', '=', id),
    ),
    tipsAmong: createTipQuery(),
    tipsAfter: compileOnce((database, { id, sequence }: { id: number; sequence: number }) =>
      database
        .selectFrom('session_tips')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('session_id', '=', id)
        .where('sequence', '>', sequence),
    ),
    /** Inserts, or changes the row of the previous version. A row of any other version is not changed. */
    upsert: compileOnce((database, row: SessionValues) =>
      database
        .insertInto('sessions')
        .values({ account_id: row.account_id, id_hash: row.id_hash, ...pickChanging((name) => row[name]) })
        .onConflict((conflict) =>
          conflict
            .columns(['account_id', 'id_hash'])
            .doUpdateSet(({ ref }) => pickChanging((name) => ref(`excluded.${name}`)))
            .where(({ eb, ref }) => eb('sessions.version', '=', eb(ref('excluded.version'), '-', 1))),
        )
        .returning('id'),
    ),
    rememberTip: compileOnce(rememberTip),
    dropOldTips: compileOnce(dropOldTips),
  }
}

function pickChanging<Value>(find: (name: (typeof CHANGING)[number]) => Value) {
  return Object.fromEntries(CHANGING.map((name) => [name, find(name)])) as Record<(typeof CHANGING)[number], never>
}

/** Finds known tips. There is one query per power of two: unused parameters repeat the first tip. */
function createTipQuery() {
  const bySize = new Map<number, ReturnType<typeof makeTipQuery>>()
  return (database: Kysely<Schema>, accountId: string, tips: readonly string[]) => {
    const size = 2 ** Math.ceil(Math.log2(tips.length))
    const query = bySize.get(size) ?? makeTipQuery(size)
    bySize.set(size, query)
    const asked = Object.fromEntries(Array.from({ length: size }, (_, place) => [place, tips[place] ?? tips[0]!]))
    return query(database, { accountId, ...asked })
  }
}

function makeTipQuery(size: number) {
  return compileOnce((database, parameters: { accountId: string; [place: number]: string }) =>
    database
      .selectFrom('session_tips')
      .select(['tip', 'session_id', 'sequence'])
      .where('account_id', '=', parameters.accountId)
      .where(
        'tip',
        'in',
        Array.from({ length: size }, (_, place) => parameters[place]!),
      ),
  )
}

/**
 * A tip that two sessions share (the same first request, sent twice) belongs to the one that had it last. Returns its
 * position among the session's tips.
 */
function rememberTip(
  database: Kysely<Schema>,
  { accountId, sessionId, tip }: { accountId: string; sessionId: number; tip: string },
) {
  return database
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
}

function dropOldTips(database: Kysely<Schema>, { sessionId }: { sessionId: number }) {
  return database
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
}
