import type { Hash } from '@pleat/core'
import { z } from 'zod'
import type { CloudStore } from '../cloud/cloud-port.ts'
import { showCloud } from '../cloud/shown-cloud.ts'
import { ServiceError } from '../errors.ts'
import { sessionHash } from '../gate/session-hash.ts'
import { SESSION_SOURCES } from '../gate/session-id.ts'
import { activityRow, sumsRow, turnsRow } from '../openapi/activity-schemas.ts'
import { queryCount } from '../openapi/field.ts'
import { sessionMoney, sessionRow, sessionWithCloud } from '../openapi/session-schemas.ts'
import { findSessions } from '../proxy/find-sessions.ts'
import type { ListedSession } from '../proxy/session-port.ts'
import type { TurnRecorder } from '../proxy/turn-recorder.ts'
import type { Store } from '../store-port.ts'

export interface QueryDeps {
  readonly store: Store
  /** Reads stored clouds and unseals them. */
  readonly storedClouds: CloudStore
  /** The hash under which session ids are stored. */
  readonly hash: Hash
}

export interface BillDeps extends QueryDeps {
  readonly turns: Pick<TurnRecorder, 'flush'>
}

/** The id of a session, within one account or all. */
interface Wanted {
  readonly id: string
  readonly accountName: string | undefined
}

const LISTED = 100
const SHOWN_TAGS = 30
const SHOWN_TURNS = 500
/** Limit of the newest requests in the sums. */
const ADDED_UP = 20_000
const AMBIGUOUS = 'Several sessions match this id. Add ?account=NAME if they belong to different accounts.'
const AMBIGUOUS_IN_ACCOUNT =
  'Several sessions of the account match this id. Use the whole id of one of them, which the list of sessions contains.'
const NO_SESSION =
  'No session has this id. Sessions of one turn are not stored, and others only for PLEAT_SESSION_DAYS after the last use.'

export const LIST_QUERY = z.object({
  limit: queryCount(1000, 'must be a whole number from 1 to 1000')
    .optional()
    .describe(`Number of sessions; default ${LISTED}.`),
})

export const CLOUD_QUERY = z.object({
  tags: queryCount(2000, 'must be a whole number from 1 to 2000')
    .optional()
    .describe(`Number of tags; default ${SHOWN_TAGS}.`),
})

/** Lists sessions, most recently used first. */
export async function querySessions(
  { store }: QueryDeps,
  filter: { accountName: string | undefined; limit?: number | undefined },
) {
  const { accountName, limit = LISTED } = filter
  const sessions = await store.sessions.list({ accountName, limit })
  const sums = await store.turns.sumEach(sessions)
  return {
    sessions: sessions.map((session) => ({ ...sessionRow(session), ...sessionMoney(sums.get(session.idHash)) })),
  }
}

/** Returns a session with its cloud. */
export async function querySession(deps: QueryDeps, wanted: Wanted, tags = SHOWN_TAGS) {
  const session = await findOne(deps, wanted)
  return sessionWithCloud(session, await showCloud(deps.storedClouds, session, tags))
}

/** Returns the requests of a session. */
export async function queryTurns(deps: QueryDeps, wanted: Wanted) {
  const { accountId, idHash } = await findOne(deps, wanted)
  return turnsRow(idHash, await deps.store.turns.list(accountId, idHash, SHOWN_TURNS))
}

/** Sums over the newest requests, of one account or of all. */
export async function queryActivity({ store }: QueryDeps, accountId: string | undefined) {
  return activityRow(await store.turns.sum({ accountId, most: ADDED_UP }))
}

/** Limit of sessions in one request for sums. */
const MAX_SESSIONS = 50
const SESSION_ERROR = `must be 1 to ${MAX_SESSIONS} ids of sessions`

export const BILL_QUERY = z.object({
  session: z
    .union([z.string().min(1).max(255), z.array(z.string().min(1).max(255)).max(MAX_SESSIONS)], SESSION_ERROR)
    .transform((ids) => (typeof ids === 'string' ? [ids] : ids))
    .describe(`Id of a session, as in \`X-Service-Session-Id\`. May be given ${MAX_SESSIONS} times.`),
  since: z.iso.datetime('must be a time like 2026-11-20T07:05:00Z').optional().describe('Only requests since then.'),
})

/** Sums over the requests of some sessions of an account. An unknown session has none. */
export async function queryBill(
  { store, hash, turns }: BillDeps,
  accountId: string,
  { session, since }: z.output<typeof BILL_QUERY>,
) {
  // Requests that were answered just now may not be written yet.
  await turns.flush()
  const idHashes = session.flatMap((id) =>
    SESSION_SOURCES.map((source) => sessionHash(hash, accountId, { source, id })),
  )
  const from = since === undefined ? 0 : Date.parse(since)
  return sumsRow(await store.turns.sumOf(accountId, { idHashes, since: from }))
}

/** @throws {ServiceError} not_found, ambiguous */
async function findOne(deps: QueryDeps, wanted: Wanted): Promise<ListedSession> {
  const found = await findSessions(deps, wanted)
  const [session] = found
  if (!session) throw new ServiceError('not_found', { message: NO_SESSION })
  if (found.length > 1)
    throw new ServiceError('ambiguous', {
      message: wanted.accountName === undefined ? AMBIGUOUS : AMBIGUOUS_IN_ACCOUNT,
    })
  return session
}
