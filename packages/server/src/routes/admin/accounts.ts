import { z } from 'zod'
import { ServiceError } from '../../errors.ts'
import { onceMismatch } from '../../gate/request-once.ts'
import type { Account } from '../../money/account.ts'
import type { AccountStore } from '../../money/account-port.ts'
import { toCents } from '../../money/cents.ts'
import {
  ACCOUNT,
  AMOUNT,
  accountRow,
  DELETED_ACCOUNT,
  deletedAccountRow,
  listedAccountRow,
} from '../../openapi/account-schemas.ts'
import { ACCOUNT_NAME, PLAN, strictBody } from '../../openapi/field.ts'
import { ONCE_HEADER, refusal } from '../../openapi/own-operations.ts'
import { adminRoute } from './admin-route.ts'

const LISTED = ACCOUNT.extend({ credentials: z.array(z.string()) }).meta({ id: 'ListedAccount' })

/** Returns the account, or throws not_found. */
export function foundAccount(account: Account | undefined): Account {
  if (account) return account
  throw new ServiceError('not_found', {
    message: 'No account has this name. GET /admin/v1/accounts lists the accounts.',
  })
}

/** Accounts, plans and budgets. */
export const ACCOUNT_ROUTES = [
  adminRoute(
    {
      method: 'GET',
      path: '/admin/v1/accounts',
      name: 'listAccounts',
      summary: 'List all accounts.',
      answers: { 200: { description: 'By name.', body: z.object({ accounts: z.array(LISTED) }) } },
    },
    async ({ store }) => ({ accounts: (await store.keys.listAccounts()).map(listedAccountRow) }),
  ),
  adminRoute(
    {
      method: 'POST',
      path: '/admin/v1/accounts',
      name: 'createAccount',
      summary: 'Create an account.',
      body: strictBody({ account: ACCOUNT_NAME, plan: PLAN.default('free'), budget_cents: AMOUNT.default(0) }),
      answers: {
        201: { description: 'The account.', body: ACCOUNT },
        409: refusal('An account with this name already exists.'),
      },
    },
    async ({ store }, { body }) => {
      const { account: name, plan, budget_cents: budgetMicroCents } = body
      const account = await store.accounts.create({ name, plan, budgetMicroCents })
      if (account) return accountRow(account)
      throw new ServiceError('already_exists', {
        message: 'An account with this name already exists. Choose another name.',
      })
    },
  ),
  adminRoute(
    {
      method: 'GET',
      path: '/admin/v1/accounts/:account',
      name: 'getAccount',
      summary: 'Get one account.',
      answers: { 200: { description: 'The account.', body: ACCOUNT } },
    },
    async ({ store }, { params }) => accountRow(foundAccount(await store.keys.findAccount(params.account!))),
  ),
  adminRoute(
    {
      method: 'PATCH',
      path: '/admin/v1/accounts/:account',
      name: 'setPlan',
      summary: 'Change the plan of an account. Takes effect with its next request.',
      body: strictBody({ plan: PLAN }),
      answers: { 200: { description: 'The account.', body: ACCOUNT } },
    },
    async ({ store }, { params, body }) =>
      accountRow(foundAccount(await store.accounts.setPlan(params.account!, body.plan))),
  ),
  adminRoute(
    {
      method: 'DELETE',
      path: '/admin/v1/accounts/:account',
      name: 'deleteAccount',
      summary:
        'Delete an account with its keys, credentials, sessions, tag clouds, usage and objects. Its ledger is kept without its identity.',
      answers: { 200: { description: 'The account is deleted.', body: DELETED_ACCOUNT } },
    },
    async ({ store }, { params }) => {
      const deleted = await store.accounts.delete(params.account!)
      if (deleted) return deletedAccountRow(deleted)
      return accountRow(foundAccount(undefined))
    },
  ),
  adminRoute(
    {
      method: 'POST',
      path: '/admin/v1/accounts/:account/budget',
      name: 'addBudget',
      summary:
        "Add to the TUL 1.0 budget of an account, which pays for transcript views. It does not limit the provider's bill.",
      headers: ONCE_HEADER,
      body: strictBody({ add_cents: AMOUNT }),
      answers: {
        200: { description: 'The account.', body: ACCOUNT },
        409: refusal('The Idempotency-Key was used with another body.'),
      },
    },
    async ({ store }, { params, body, once }) => {
      const outcome = await addBudget(store.accounts, params.account!, body.add_cents, once)
      if (outcome?.kind === 'mismatch') throw onceMismatch()
      return accountRow(foundAccount(outcome?.account))
    },
  ),
  adminRoute(
    {
      method: 'POST',
      path: '/admin/v1/accounts/:account/settlements',
      name: 'settleOwed',
      summary: "Record a payment against an account's balance.",
      headers: ONCE_HEADER,
      body: strictBody({ settle_cents: AMOUNT }),
      answers: {
        200: { description: 'The account.', body: ACCOUNT },
        409: refusal('The Idempotency-Key was used with another body.'),
      },
    },
    async ({ store }, { params, body, once }) => {
      const outcome = await store.accounts.settle(params.account!, body.settle_cents, once)
      if (outcome?.kind === 'mismatch') throw onceMismatch()
      if (outcome?.kind === 'too-much') throw owesLess(outcome.owedMicroCents)
      return accountRow(foundAccount(outcome?.account))
    },
  ),
]

function owesLess(owedMicroCents: number): ServiceError {
  const parameter = 'settle_cents'
  const message = `${parameter}: The account owes only ${toCents(owedMicroCents)} cents.`
  return new ServiceError('invalid_request', { message, parameter })
}

async function addBudget(accounts: AccountStore, ...addition: Parameters<AccountStore['addBudget']>) {
  try {
    return await accounts.addBudget(...addition)
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause
    throw new ServiceError('invalid_request', { message: `add_cents: ${cause.message}`, parameter: 'add_cents', cause })
  }
}
