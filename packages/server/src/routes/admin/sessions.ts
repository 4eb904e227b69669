import { z } from 'zod'
import { showCloud } from '../../cloud/shown-cloud.ts'
import { ServiceError } from '../../errors.ts'
import { findSessions } from '../../gate/find-sessions.ts'
import { queryCount } from '../../openapi/field.ts'
import { refusal } from '../../openapi/own-operations.ts'
import { SESSION, SESSION_WITH_CLOUD, sessionRow, sessionWithCloud } from '../../openapi/session-schemas.ts'
import { adminRoute } from './admin-route.ts'

const LISTED = 100
const SHOWN_TAGS = 30

const ACCOUNT = z.string().optional().describe('Only this account.')

const FILTER = z.object({
  account: ACCOUNT,
  limit: queryCount(1000, 'must be a whole number from 1 to 1000')
    .optional()
    .describe(`Number of sessions; default ${LISTED}.`),
})

const LOOK = z.object({
  account: ACCOUNT,
  tags: queryCount(2000, 'must be a whole number from 1 to 2000')
    .optional()
    .describe(`Number of tags; default ${SHOWN_TAGS}.`),
})

/** Sessions and their tag clouds. */
export const SESSION_ROUTES = [
  adminRoute(
    {
      method: 'GET',
      path: '/admin/v1/sessions',
      name: 'listSessions',
      summary: 'List sessions with at least two turns that were used in the last seven days.',
      query: FILTER,
      answers: { 200: { description: 'Most recently used first.', body: z.object({ sessions: z.array(SESSION) }) } },
    },
    async ({ store }, { query }) => {
      const sessions = await store.sessions.list({ accountName: query.account, limit: query.limit ?? LISTED })
      return { sessions: sessions.map(sessionRow) }
    },
  ),
  adminRoute(
    {
      method: 'GET',
      path: '/admin/v1/sessions/:id',
      name: 'getSession',
      summary: 'Get one session with its tag cloud, by the id of its client or by the start of its stored hash.',
      query: LOOK,
      answers: {
        200: { description: 'The session.', body: SESSION_WITH_CLOUD },
        409: refusal('Several sessions match. `account` may narrow them down.'),
      },
    },
    async ({ store, storedClouds, hash }, { params, query }) => {
      const found = await findSessions({ store, hash }, { id: params.id!, accountName: query.account })
      const [session] = found
      if (!session) throw new ServiceError('not_found', { message: 'No session has this id.' })
      if (found.length > 1) throw new ServiceError('ambiguous', { message: 'Several sessions match this id.' })
      return sessionWithCloud(session, await showCloud(storedClouds, session, query.tags ?? SHOWN_TAGS))
    },
  ),
]
