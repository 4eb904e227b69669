import type { FastifyInstance, FastifyReply } from 'fastify'
import { z } from 'zod'
import { checkFields } from '../gate/read-json.ts'
import { must } from '../openapi/field.ts'
import type { Operation } from '../openapi/operation.ts'
import { refusal } from '../openapi/own-operations.ts'
import { SESSION_HEADERS } from '../openapi/provider-operations.ts'
import { apiOfClient, type FoldedRoute } from '../provider-apis/provider-api.ts'
import { type CompressDeps, compressOnly } from '../proxy/compress-only.ts'
import type { Exchange } from '../proxy/exchange.ts'
import { releaseAfterResponse, releaseBody } from '../proxy/receive-body.ts'
import { savingsHeaders, savingsPercent } from '../proxy/savings-headers.ts'
import { TRIAL_CALLER } from '../proxy/trial.ts'
import { requireAdmin } from './admin/admin-token.ts'
import { HOT_ROUTES } from './hot-routes.ts'

const FORMATS = HOT_ROUTES.map(({ format }) => format)

const QUERY = z.object({
  format: z
    .enum(FORMATS, must(`be one of ${FORMATS.join(', ')}`))
    .optional()
    .describe('API of the body. Default: anthropic-messages with an anthropic-version header, else openai-chat.'),
})

const KEY_QUERY = QUERY.extend({
  dry_run: z
    .literal('true', must('be true'))
    .optional()
    .describe('`true`: a separate conversation that is neither stored nor counted.'),
})

const COMPRESSED = z
  .object({
    compression: z
      .string()
      .describe('`folded`, `recalled`, `window`, `observed`, or the reason why nothing was folded.'),
    original_tokens: z.int().min(0),
    optimized_tokens: z.int().min(0),
    saved_tokens: z.int().min(0),
    savings_percent: z.number().min(0).max(100),
    observed_saved_tokens: z.int().min(0).describe('Tokens that a fold would have saved. 0 outside of observe mode.'),
    session_id: z.string(),
    request: z.looseObject({}).describe('The body to send; unchanged if nothing was folded.'),
  })
  .meta({ id: 'CompressedRequest' })

export const COMPRESS_OPERATION: Operation = {
  method: 'POST',
  path: '/v1/compress',
  name: 'compressRequest',
  summary: 'Fold the older part of the conversation in a request body. Nothing is forwarded.',
  access: 'key',
  query: KEY_QUERY,
  headers: SESSION_HEADERS,
  body: z
    .looseObject({ model: z.string() })
    .meta({ id: 'CompressRequest', description: 'A request of a folded endpoint.' }),
  answers: {
    200: { description: 'The body to send, and its savings.', body: COMPRESSED },
    400: refusal('A field is invalid, or the body is not JSON.'),
    401: refusal('The key is missing, unknown, revoked or expired.'),
    403: refusal('The key is blocked.'),
    413: refusal('The body is too large.'),
    415: refusal('The body is not application/json.'),
    503: refusal('Too many request bodies are in memory. `Retry-After` gives the seconds to wait.'),
  },
}

export const TRY_OPERATION: Operation = {
  ...COMPRESS_OPERATION,
  path: '/admin/v1/compress',
  name: 'tryCompression',
  summary: 'Get the body that would be sent for a request. Nothing is stored, counted or forwarded.',
  access: 'admin',
  query: QUERY,
  answers: {
    ...COMPRESS_OPERATION.answers,
    401: refusal('The admin token is missing or wrong.'),
    404: refusal('The admin API is not enabled.'),
  },
}

interface Deps extends CompressDeps {
  readonly secrets: { readonly adminToken?: string }
}

/** `POST /v1/compress`, for gateways that forward requests themselves, and the operator's trial of the same. */
export function addCompress(framework: FastifyInstance, deps: Deps): void {
  framework.post(COMPRESS_OPERATION.path, async ({ exchange, query }, reply) => {
    const { format, dry_run } = checkFields(query, KEY_QUERY)
    return await answer(deps, { exchange, reply }, { format, isTrial: dry_run !== undefined })
  })
  framework.post(TRY_OPERATION.path, async ({ exchange, query, raw }, reply) => {
    requireAdmin(deps.secrets.adminToken, raw.headers)
    const { format } = checkFields(query, QUERY)
    exchange.caller = TRIAL_CALLER
    return await answer(deps, { exchange, reply }, { format, isTrial: true })
  })
}

async function answer(
  deps: CompressDeps,
  { exchange, reply }: { exchange: Exchange; reply: FastifyReply },
  { format, isTrial }: { format: FoldedRoute['format'] | undefined; isTrial: boolean },
): Promise<FastifyReply> {
  try {
    const request = await compressOnly(deps, exchange, { route: routeOf(format, exchange), isTrial })
    const body = describe(exchange, request)
    releaseAfterResponse(exchange)
    const headers = savingsHeaders(exchange)
    for (let i = 0; i + 1 < headers.length; i += 2) reply.header(headers[i]!, headers[i + 1]!)
    return await reply.type('application/json; charset=utf-8').send(body)
  } catch (error) {
    releaseBody(exchange)
    throw error
  }
}

function routeOf(format: FoldedRoute['format'] | undefined, { request }: Exchange): FoldedRoute {
  const { provider } = apiOfClient(request.headers)
  const isMeant = (route: FoldedRoute) => (format ? route.format === format : route.api.provider === provider)
  return HOT_ROUTES.find(isMeant)!
}

/** Some clients begin a body with a byte order mark. It is accepted there, and invalid inside a value. */
const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf])

/** The folded body is JSON already and is returned byte for byte. */
function describe({ outcome, figures, observedTokens, sessionId }: Exchange, request: Buffer): Buffer {
  const { original, optimized } = figures
  const before = {
    compression: outcome,
    original_tokens: original,
    optimized_tokens: optimized,
    saved_tokens: original - optimized,
    savings_percent: savingsPercent(original, original - optimized),
    observed_saved_tokens: observedTokens,
    session_id: sessionId!,
  } satisfies Omit<z.output<typeof COMPRESSED>, 'request'>
  const start = Buffer.from(`${JSON.stringify(before).slice(0, -1)},"request":`)
  const hasMark = request.subarray(0, 3).equals(BYTE_ORDER_MARK)
  return Buffer.concat([start, hasMark ? request.subarray(3) : request, Buffer.from('}')])
}
