import { z } from 'zod'
import { readComparison } from '../../experiment/read-comparison.ts'
import { queryCount } from '../../openapi/field.ts'
import { HOLDOUT, holdoutRow } from '../../openapi/holdout-schemas.ts'
import { adminRoute } from './admin-route.ts'

const QUERY = z.object({
  days: queryCount(90, 'must be a whole number from 1 to 90')
    .optional()
    .describe('Sessions that began within this number of days. Default: 30.'),
  detect: z
    .string()
    .refine((text) => /^\d{1,2}(?:\.\d{1,4})?$/.test(text) && Number(text) > 0, {
      error: 'must be a percentage above 0 and below 100',
    })
    .transform((text) => Number(text) / 100)
    .optional()
    .describe('The relative difference in percent to detect. Default: 5.'),
})

/** The comparison of folded and held-out sessions. */
export const HOLDOUT_ROUTES = [
  adminRoute(
    {
      method: 'GET',
      path: '/admin/v1/holdout',
      name: 'compareHoldout',
      summary: 'Compare folded and held-out sessions, with confidence intervals.',
      query: QUERY,
      answers: { 200: { description: 'The comparison.', body: HOLDOUT } },
    },
    async ({ store, clock, config }, { query }) => {
      const { days = 30, detect: detectable = 0.05 } = query
      const asked = { days, detectable, holdoutShare: config.holdoutShare }
      return holdoutRow(await readComparison(store.holdout, { ...asked, now: clock.now() }), asked)
    },
  ),
]
