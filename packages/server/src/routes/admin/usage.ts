import { z } from 'zod'
import type { UsageStore } from '../../money/usage-port.ts'
import { USAGE, usageRow } from '../../openapi/usage-schemas.ts'
import type { Clock } from '../../ports.ts'
import { dayOf } from '../../utc-day.ts'
import { adminRoute } from './admin-route.ts'

export const USAGE_DAYS = z.object({
  from_day: z.iso
    .date({ error: 'must be a day like 2026-11-20' })
    .optional()
    .describe('First day. Default: 29 days before today.'),
})

export const USAGE_LIST = z.object({ from_day: z.string(), usage: z.array(USAGE) })

const DAY_MS = 86_400_000
/** Days that are listed by default, today included. */
const DEFAULT_DAYS = 30

/** Requests and tokens by day, key and model, of one account or of all. */
export async function readUsage(
  { store, clock }: { readonly store: { readonly usage: Pick<UsageStore, 'list'> }; readonly clock: Clock },
  wanted: { readonly fromDay: string | undefined; readonly accountName: string | undefined },
): Promise<z.output<typeof USAGE_LIST>> {
  const fromDay = wanted.fromDay ?? dayOf(clock.now() - (DEFAULT_DAYS - 1) * DAY_MS)
  const { accountName } = wanted
  const rows = await store.usage.list({ fromDay, ...(accountName !== undefined && { accountName }) })
  return { from_day: fromDay, usage: rows.map(usageRow) }
}

/** Requests, tokens and bills of all kinds of usage. */
export const USAGE_ROUTES = [
  adminRoute(
    {
      method: 'GET',
      path: '/admin/v1/usage',
      name: 'listUsage',
      summary: 'List requests and tokens by day, key and model.',
      query: USAGE_DAYS.extend({ account: z.string().optional().describe('Only this account.') }),
      answers: { 200: { description: 'Newest first.', body: USAGE_LIST } },
    },
    (deps, { query }) => readUsage(deps, { fromDay: query.from_day, accountName: query.account }),
  ),
]
