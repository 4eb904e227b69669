import { z } from 'zod'
import { ServiceError } from '../../errors.ts'
import { issueKey, rotateKey } from '../../gate/issue-key.ts'
import type { KeyRow } from '../../gate/key-port.ts'
import { NO_BILLS, readKeyBills } from '../../money/key-bills.ts'
import { AMOUNT } from '../../openapi/account-schemas.ts'
import { ACCOUNT_NAME, must, PLAN, strictBody } from '../../openapi/field.ts'
import { KEY, KEY_FIELDS, keyChangesOf, keyRow, NEW_KEY } from '../../openapi/key-schemas.ts'
import { type AdminDeps, adminRoute } from './admin-route.ts'

const CREATED = strictBody({
  account: ACCOUNT_NAME,
  plan: PLAN.optional().describe("Sets the account's plan. Default: unchanged, and free for a new account."),
  budget_cents: AMOUNT.optional().describe("Sets the account's TUL 1.0 budget. Default: unchanged."),
  ...KEY_FIELDS.shape,
})
const CHANGED = strictBody(KEY_FIELDS.shape)

const DAY_SECONDS = 24 * 60 * 60
const MAX_GRACE_DAYS = 90
const ROTATED = strictBody({
  grace_seconds: z
    .int(must('be a whole number'))
    .min(0, { error: 'must be at least 0' })
    .max(MAX_GRACE_DAYS * DAY_SECONDS, { error: `must be at most ${MAX_GRACE_DAYS} days` })
    .default(DAY_SECONDS)
    .describe('How long the previous key keeps working.'),
})

/** Keys: create, list, change, replace and revoke. */
export const KEY_ROUTES = [
  adminRoute(
    {
      method: 'GET',
      path: '/admin/v1/keys',
      name: 'listKeys',
      summary: 'List all keys, also revoked ones, with their first characters, limits and spending.',
      answers: { 200: { description: 'Oldest first.', body: z.object({ keys: z.array(KEY) }) } },
    },
    async ({ store, clock }) => {
      const now = clock.now()
      const bills = await readKeyBills(store.usage, now)
      return { keys: (await store.keys.listKeys()).map((row) => keyRow(row, { now, bills })) }
    },
  ),
  adminRoute(
    {
      method: 'POST',
      path: '/admin/v1/keys',
      name: 'createKey',
      summary: 'Issue a key. Only this response shows it; only its hash is stored.',
      body: CREATED,
      answers: { 201: { description: 'The key.', body: NEW_KEY } },
    },
    async (deps, { body: { account, plan, budget_cents: budgetMicroCents, ...fields } }) => {
      const ofAccount = { ...(plan && { plan }), ...(budgetMicroCents !== undefined && { budgetMicroCents }) }
      const { key, row } = await issueKey(deps.store.keys, { account, ...ofAccount, changes: keyChangesOf(fields) })
      // Nothing is read once the key is stored: a failure would lose its only copy.
      return { key, ...keyRow(row, { now: deps.clock.now(), bills: NO_BILLS }) }
    },
  ),
  adminRoute(
    {
      method: 'PATCH',
      path: '/admin/v1/keys/:id',
      name: 'changeKey',
      summary: 'Change the limits of a key, by its id or first 12 characters. Takes effect with its next request.',
      body: CHANGED,
      answers: { 200: { description: 'The key. Absent fields are unchanged.', body: KEY } },
    },
    async (deps, { params, body }) => show(deps, await deps.store.keys.changeKey(params.id!, keyChangesOf(body))),
  ),
  ...(['block', 'unblock'] as const).map((action) =>
    adminRoute(
      {
        method: 'POST',
        path: `/admin/v1/keys/:id/${action}`,
        name: `${action}Key`,
        summary: action === 'block' ? 'Refuse a key until it is unblocked.' : 'Let a blocked key work again.',
        answers: { 200: { description: 'The key.', body: KEY } },
      },
      async (deps, { params }) =>
        show(deps, await deps.store.keys.changeKey(params.id!, { isBlocked: action === 'block' })),
    ),
  ),
  adminRoute(
    {
      method: 'POST',
      path: '/admin/v1/keys/:id/rotations',
      name: 'rotateKey',
      summary:
        'Replace a key with a new one with the same id, limits and spending. The previous one works until its grace period ends or the key expires.',
      body: ROTATED,
      answers: { 201: { description: 'The new key. It is shown only in this response.', body: NEW_KEY } },
    },
    async (deps, { params, body }) => {
      const now = deps.clock.now()
      const bills = await readKeyBills(deps.store.usage, now)
      const previousUntil = now + body.grace_seconds * 1000
      const rotated = await rotateKey(deps.store.keys, { idOrPreview: params.id!, previousUntil })
      if (!rotated) throw noSuchKey()
      return { key: rotated.key, ...keyRow(rotated.row, { now, bills }) }
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
      throw noSuchKey()
    },
  ),
]

async function show({ store, clock }: AdminDeps, row: KeyRow | undefined): Promise<z.output<typeof KEY>> {
  if (!row) throw noSuchKey()
  const now = clock.now()
  return keyRow(row, { now, bills: await readKeyBills(store.usage, now, [row.id]) })
}

/** The message does not quote the argument, which may be a whole key by mistake. */
function noSuchKey(): ServiceError {
  return new ServiceError('not_found', {
    message: 'No live key matches, or several do. Use the id of the key, which GET /admin/v1/keys lists.',
  })
}
