import type { FastifyInstance, FastifyRequest } from 'fastify'
import { checkFields, readJson } from '../../gate/read-json.ts'
import { readOnceKey, requestOnce } from '../../gate/request-once.ts'
import { type BodyDeps, receiveBody, releaseBody } from '../../proxy/receive-body.ts'
import { ACCOUNT_ROUTES } from './accounts.ts'
import type { AdminDeps, AdminInput, AdminRoute } from './admin-route.ts'
import { requireAdmin } from './admin-token.ts'
import { HOLDOUT_ROUTES } from './holdout.ts'
import { KEY_ROUTES } from './keys.ts'
import { LEDGER_ROUTES } from './ledger.ts'
import { SESSION_ROUTES } from './sessions.ts'
import { STATUS_ROUTES } from './status.ts'
import { USAGE_ROUTES } from './usage.ts'

interface Deps extends AdminDeps, BodyDeps {
  readonly secrets: { readonly adminToken?: string }
}

/** The operations of the admin API, as data. `POST /admin/v1/compress` is in `routes/compress`. */
export const ADMIN_ROUTES: readonly AdminRoute[] = [
  ...ACCOUNT_ROUTES,
  ...HOLDOUT_ROUTES,
  ...KEY_ROUTES,
  ...LEDGER_ROUTES,
  ...SESSION_ROUTES,
  ...STATUS_ROUTES,
  ...USAGE_ROUTES,
]

/** Adds the admin API under `/admin/v1`. It is closed if the operator has set no token. */
export function addAdmin(framework: FastifyInstance, deps: Deps): void {
  for (const route of ADMIN_ROUTES) {
    const { method, path: url, answers } = route.operation
    const status = Math.min(...Object.keys(answers).map(Number))
    framework.route({
      method,
      url,
      handler: async (request, reply) => {
        requireAdmin(deps.secrets.adminToken, request.raw.headers)
        reply.code(status)
        try {
          return await route.answer(deps, await readInput(deps, request, route))
        } finally {
          releaseBody(request.exchange)
        }
      },
    })
  }
}

async function readInput(
  deps: Deps,
  request: FastifyRequest,
  { operation }: AdminRoute,
): Promise<AdminInput<unknown, unknown>> {
  const params = request.params as Readonly<Record<string, string>>
  const query = operation.query && checkFields(request.query, operation.query)
  if (!operation.body) return { params, query, body: undefined, once: undefined }
  const bytes = await receiveBody(request.exchange, deps)
  const body = readJson(bytes, operation.body)
  // The path names the account whose budget changes, so a repeated request must have the same path too.
  const onceKey = readOnceKey(request.raw.headers, `${operation.name}\n${JSON.stringify(params)}`)
  return { params, query, body, once: requestOnce(onceKey, bytes) }
}
