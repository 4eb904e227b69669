import { hostname } from 'node:os'
import { z } from 'zod'
import { VERSION } from '../../config/version.ts'
import { ACTIVITY } from '../../openapi/activity-schemas.ts'
import { TIME } from '../../openapi/field.ts'
import { queryActivity } from '../session-queries.ts'
import { foundAccount } from './accounts.ts'
import { adminRoute } from './admin-route.ts'

const STATUS = z
  .object({
    version: z.string(),
    host: z.string().describe('Name of the machine or container.'),
    process_id: z.int(),
    started_at: TIME,
    node_version: z.string(),
    counters: z
      .record(z.string(), z.int().min(0))
      .describe('Failures since the start that did not fail the request, by kind.'),
  })
  .meta({ id: 'Status' })

/** The state of the process that handles the request, and sums over the newest stored requests. */
export const STATUS_ROUTES = [
  adminRoute(
    {
      method: 'GET',
      path: '/admin/v1/status',
      name: 'getStatus',
      summary:
        'Get the instance and version of the process that handles the request, and its failures since the start that did not fail a request.',
      answers: { 200: { description: 'The instance.', body: STATUS } },
    },
    async ({ counters, clock }) => ({
      version: VERSION,
      host: hostname(),
      process_id: process.pid,
      started_at: new Date(clock.now() - Math.round(process.uptime() * 1000)).toISOString(),
      node_version: process.version,
      counters: counters.read(),
    }),
  ),
  adminRoute(
    {
      method: 'GET',
      path: '/admin/v1/activity',
      name: 'getActivity',
      summary: 'Get sums over the newest 20,000 requests of conversations within PLEAT_REQUEST_DAYS (by default 7).',
      query: z.object({ account: z.string().optional().describe('Only this account.') }),
      answers: { 200: { description: 'The sums.', body: ACTIVITY } },
    },
    async (deps, { query }) => {
      const { account } = query
      const found = account === undefined ? undefined : foundAccount(await deps.store.keys.findAccount(account))
      return await queryActivity(deps, found?.id)
    },
  ),
]
