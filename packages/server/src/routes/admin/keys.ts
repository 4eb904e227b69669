import { z } from 'zod'
import { ServiceError } from '../../errors.ts'
import { issueKey } from '../../gate/issue-key.ts'
import { KEY, keyRow } from '../../openapi/account-schemas.ts'
import { ACCOUNT_NAME, must } from '../../openapi/field.ts'
import { adminRoute } from './admin-route.ts'

const REQUESTS_PER_MINUTE = z
  .int(must('be a whole number'))
  .min(1, { error: 'must be at least 1' })
  .max(1_000_000_000, { error: 'must be at most 1000000000' })

/** Keys: issued, listed and revoked. */
export const KEY_ROUTES = [
  adminRoute(
    {
      method: 'GET',
      path: '/admin/v1/keys',
      name: 'listKeys',
      summary: 'List all keys, including revoked ones, by their first characters.',
      answers: { 200: { description: 'Oldest first.', body: z.object({ keys: z.array(KEY) }) } },
    },
    async ({ store }) => ({ keys: (await store.keys.listKeys()).map(keyRow) }),
  ),
  adminRoute(
    {
      method: 'POST',
      path: '/admin/v1/keys',
      name: 'createKey',
      summary: 'Issue a key. Only this response shows it; only its hash is stored.',
      body: z.object(
        { account: ACCOUNT_NAME, requests_per_minute: REQUESTS_PER_MINUTE.optional() },
        must('be a JSON object'),
      ),
      answers: { 201: { description: 'The key.', body: KEY.extend({ key: z.string() }).meta({ id: 'NewKey' }) } },
    },
    async ({ store }, { body }) => {
      const { account, requests_per_minute: requestsPerMinute } = body
      const wishes = { account, ...(requestsPerMinute !== undefined && { requestsPerMinute }) }
      const { key, row } = await issueKey(store.keys, wishes)
      return { key, ...keyRow(row) }
    },
  ),
  adminRoute(
    {
      method: 'DELETE',
      path: '/admin/v1/keys/:id',
      name: 'revokeKey',
      summary: 'Revoke a key, by its id or first 12 characters. Takes effect with its next request.',
      answers: {
        200: { description: 'The key is revoked.', body: z.object({ id: z.string(), revoked: z.literal(true) }) },
      },
    },
    async ({ store }, { params }) => {
      const id = params.id!
      if (await store.keys.revokeKey(id)) return { id, revoked: true }
      // A whole key may have been pasted by mistake, so what was given is not repeated.
      throw new ServiceError('not_found', { message: 'No live key matches, or several do. Revoke by id.' })
    },
  ),
]
