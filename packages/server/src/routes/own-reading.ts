import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { requireCaller } from '../gate/admit.ts'
import type { Caller } from '../gate/key-port.ts'
import { checkFields } from '../gate/read-json.ts'
import type { ReadQueue } from '../gate/read-queue.ts'
import { LEDGER_ENTRY, ledgerRow } from '../openapi/account-schemas.ts'
import { ACTIVITY, SESSION_TURNS, SUMS } from '../openapi/activity-schemas.ts'
import type { Operation } from '../openapi/operation.ts'
import { refusal } from '../openapi/own-operations.ts'
import { LISTED_SESSION, SESSION_WITH_CLOUD } from '../openapi/session-schemas.ts'
import type { Clock } from '../ports.ts'
import { LEDGER_PAGE, readLedger } from './admin/ledger.ts'
import { readUsage, USAGE_DAYS, USAGE_LIST } from './admin/usage.ts'
import {
  BILL_QUERY,
  type BillDeps,
  CLOUD_QUERY,
  LIST_QUERY,
  queryActivity,
  queryBill,
  querySession,
  querySessions,
  queryTurns,
} from './session-queries.ts'

interface Deps extends BillDeps {
  readonly clock: Clock
}

interface Input<Query> {
  readonly caller: Caller
  readonly params: Readonly<Record<string, string>>
  readonly query: Query
}

/** One read operation on the account of a key, with its handler. */
interface OwnRoute {
  readonly operation: Operation
  answer(deps: Deps, input: Input<unknown>): Promise<object>
}

const NO_QUERY = z.object({})

function ownRoute<Query extends z.ZodObject>(
  described: Pick<Operation, 'path' | 'name' | 'summary' | 'answers'> & { readonly query: Query },
  answer: (deps: Deps, input: Input<z.output<Query>>) => Promise<object>,
): OwnRoute {
  const answers = {
    ...described.answers,
    400: refusal('A field is invalid.'),
    401: refusal('The key is missing, unknown, revoked or expired.'),
    403: refusal('The key is blocked.'),
  }
  return {
    operation: { ...described, method: 'GET', access: 'key', answers },
    answer: (deps, input) => answer(deps, input as Input<z.output<Query>>),
  }
}

const NOT_FOUND = { 404: refusal('The account has no such session.'), 409: refusal('Several sessions match.') }

/** The read operations of the admin API, limited to one's own account. */
const OWN_ROUTES: readonly OwnRoute[] = [
  ownRoute(
    {
      path: '/v1/account/usage',
      name: 'listOwnUsage',
      summary: 'List requests and tokens of the account by day, key and model.',
      query: USAGE_DAYS,
      answers: { 200: { description: 'Newest first.', body: USAGE_LIST } },
    },
    (deps, { caller, query }) => readUsage(deps, { fromDay: query.from_day, accountName: caller.accountName }),
  ),
  ownRoute(
    {
      path: '/v1/account/activity',
      name: 'getOwnActivity',
      summary: 'Get sums over the newest 20,000 requests of the account within PLEAT_REQUEST_DAYS (by default 7).',
      query: NO_QUERY,
      answers: { 200: { description: 'The sums.', body: ACTIVITY } },
    },
    (deps, { caller }) => queryActivity(deps, caller.accountId),
  ),
  ownRoute(
    {
      path: '/v1/account/bill',
      name: 'getOwnBill',
      summary:
        'Get requests, tokens and input bill of some sessions of the account, within PLEAT_REQUEST_DAYS (by default 7).',
      query: BILL_QUERY,
      answers: { 200: { description: 'The sums.', body: SUMS } },
    },
    (deps, { caller, query }) => queryBill(deps, caller.accountId, query),
  ),
  ownRoute(
    {
      path: '/v1/account/ledger',
      name: 'listOwnLedger',
      summary: 'List every change of the budget and of the amount owed by the account, newest first.',
      query: LEDGER_PAGE,
      answers: { 200: { description: 'The entries.', body: z.object({ entries: z.array(LEDGER_ENTRY) }) } },
    },
    async (deps, { caller, query }) => ({
      entries: (await readLedger(deps, caller.accountId, query)).map(ledgerRow),
    }),
  ),
  ownRoute(
    {
      path: '/v1/account/sessions',
      name: 'listOwnSessions',
      summary:
        'List sessions of the account with at least two turns that were used within PLEAT_SESSION_DAYS (by default 7).',
      query: LIST_QUERY,
      answers: {
        200: { description: 'Most recently used first.', body: z.object({ sessions: z.array(LISTED_SESSION) }) },
      },
    },
    (deps, { caller, query }) => querySessions(deps, { accountName: caller.accountName, limit: query.limit }),
  ),
  ownRoute(
    {
      path: '/v1/account/sessions/:id',
      name: 'getOwnSession',
      summary: 'Get one session of the account with its tag cloud.',
      query: CLOUD_QUERY,
      answers: { 200: { description: 'The session.', body: SESSION_WITH_CLOUD }, ...NOT_FOUND },
    },
    (deps, { caller, params, query }) =>
      querySession(deps, { id: params.id!, accountName: caller.accountName }, query.tags),
  ),
  ownRoute(
    {
      path: '/v1/account/sessions/:id/turns',
      name: 'listOwnSessionTurns',
      summary: 'List the newest 500 requests of a session of the account.',
      query: NO_QUERY,
      answers: { 200: { description: 'Oldest first.', body: SESSION_TURNS }, ...NOT_FOUND },
    },
    (deps, { caller, params }) => queryTurns(deps, { id: params.id!, accountName: caller.accountName }),
  ),
]

export const OWN_READING_OPERATIONS: readonly Operation[] = OWN_ROUTES.map(({ operation }) => operation)

/** `GET /v1/account/...`: usage, sessions and ledger of the key's account. Reads of all routes share one queue. */
export function addOwnReading(framework: FastifyInstance, deps: Deps, reads: ReadQueue): void {
  for (const { operation, answer } of OWN_ROUTES) {
    framework.get(operation.path, async ({ exchange, params, query, raw }, reply) => {
      const caller = requireCaller(exchange)
      // Caches store no responses to requests with `Authorization`. Requests with `x-api-key` need this header.
      reply.header('Cache-Control', 'no-store')
      const input = {
        caller,
        params: params as Readonly<Record<string, string>>,
        query: checkFields(query, operation.query!),
      }
      const isGone = () => raw.socket.destroyed
      return await reads.run({ accountId: caller.accountId, isGone }, () => answer(deps, input))
    })
  }
}
