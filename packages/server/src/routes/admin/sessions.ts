import { z } from 'zod'
import { SESSION_TURNS } from '../../openapi/activity-schemas.ts'
import { refusal } from '../../openapi/own-operations.ts'
import { SESSION, SESSION_WITH_CLOUD } from '../../openapi/session-schemas.ts'
import { CLOUD_QUERY, LIST_QUERY, lookAtSession, lookAtSessions, lookAtTurns } from '../session-look.ts'
import { adminRoute } from './admin-route.ts'

const ACCOUNT = { account: z.string().optional().describe('Only of this account.') }

const AMBIGUOUS = refusal('Several sessions can be meant; `account` may tell them apart.')

/** Sessions, their tag clouds and their requests. */
export const SESSION_ROUTES = [
  adminRoute(
    {
      method: 'GET',
      path: '/admin/v1/sessions',
      name: 'listSessions',
      summary: 'Sessions of two turns or more that were used in the last seven days.',
      query: LIST_QUERY.extend(ACCOUNT),
      answers: { 200: { description: 'Used last first.', body: z.object({ sessions: z.array(SESSION) }) } },
    },
    (deps, { query }) => lookAtSessions(deps, { accountName: query.account, limit: query.limit }),
  ),
  adminRoute(
    {
      method: 'GET',
      path: '/admin/v1/sessions/:id',
      name: 'getSession',
      summary:
        'One session with its tag cloud: by the id that its client uses, or by its stored hash or the start of it.',
      query: CLOUD_QUERY.extend(ACCOUNT),
      answers: { 200: { description: 'The session.', body: SESSION_WITH_CLOUD }, 409: AMBIGUOUS },
    },
    (deps, { params, query }) => lookAtSession(deps, { id: params.id!, accountName: query.account }, query.tags),
  ),
  adminRoute(
    {
      method: 'GET',
      path: '/admin/v1/sessions/:id/turns',
      name: 'listSessionTurns',
      summary: 'The newest 500 requests of a session: tokens, bill, and what was done.',
      query: z.object(ACCOUNT),
      answers: { 200: { description: 'Oldest first.', body: SESSION_TURNS }, 409: AMBIGUOUS },
    },
    (deps, { params, query }) => lookAtTurns(deps, { id: params.id!, accountName: query.account }),
  ),
]
