import { z } from 'zod'
import { SESSION_TURNS } from '../../openapi/activity-schemas.ts'
import { refusal } from '../../openapi/own-operations.ts'
import { LISTED_SESSION, SESSION_WITH_CLOUD } from '../../openapi/session-schemas.ts'
import { CLOUD_QUERY, LIST_QUERY, querySession, querySessions, queryTurns } from '../session-queries.ts'
import { adminRoute } from './admin-route.ts'

const ACCOUNT = { account: z.string().optional().describe('Only this account.') }

const AMBIGUOUS = refusal('Several sessions match. `account` may narrow them down.')

/** Sessions, their tag clouds and their requests. */
export const SESSION_ROUTES = [
  adminRoute(
    {
      method: 'GET',
      path: '/admin/v1/sessions',
      name: 'listSessions',
      summary: 'List sessions with at least two turns that were used within PLEAT_SESSION_DAYS (by default 7).',
      query: LIST_QUERY.extend(ACCOUNT),
      answers: {
        200: { description: 'Most recently used first.', body: z.object({ sessions: z.array(LISTED_SESSION) }) },
      },
    },
    (deps, { query }) => querySessions(deps, { accountName: query.account, limit: query.limit }),
  ),
  adminRoute(
    {
      method: 'GET',
      path: '/admin/v1/sessions/:id',
      name: 'getSession',
      summary: 'Get one session with its tag cloud, by the id of its client or by the start of its stored hash.',
      query: CLOUD_QUERY.extend(ACCOUNT),
      answers: { 200: { description: 'The session.', body: SESSION_WITH_CLOUD }, 409: AMBIGUOUS },
    },
    (deps, { params, query }) => querySession(deps, { id: params.id!, accountName: query.account }, query.tags),
  ),
  adminRoute(
    {
      method: 'GET',
      path: '/admin/v1/sessions/:id/turns',
      name: 'listSessionTurns',
      summary: 'List the newest 500 requests of a session: tokens, bill and outcome.',
      query: z.object(ACCOUNT),
      answers: { 200: { description: 'Oldest first.', body: SESSION_TURNS }, 409: AMBIGUOUS },
    },
    (deps, { params, query }) => queryTurns(deps, { id: params.id!, accountName: query.account }),
  ),
]
