import { z } from 'zod'
import { USAGE, usageRow } from '../../openapi/usage-schemas.ts'
import { adminRoute } from './admin-route.ts'

const FILTER = z.object({
  from_day: z.iso
    .date({ error: 'must be a day like 2026-11-20' })
    .optional()
    .describe('First day. Default: the last 30 days.'),
  account: z.string().optional().describe('Only this account.'),
})

const THIRTY_DAYS_MS = 29 * 86_400_000

/** Requests and tokens of the proxied endpoints. */
export const USAGE_ROUTES = [
  adminRoute(
    {
      method: 'GET',
      path: '/admin/v1/usage',
      name: 'listUsage',
      summary: 'List requests and tokens by day, key and model.',
      query: FILTER,
      answers: {
        200: { description: 'Newest first.', body: z.object({ from_day: z.string(), usage: z.array(USAGE) }) },
      },
    },
    async ({ store, clock }, { query }) => {
      const fromDay = query.from_day ?? new Date(clock.now() - THIRTY_DAYS_MS).toISOString().slice(0, 10)
      const filter = { fromDay, ...(query.account !== undefined && { accountName: query.account }) }
      return { from_day: fromDay, usage: (await store.usage.list(filter)).map(usageRow) }
    },
  ),
]
