import { z } from 'zod'
import { ERROR_BODY } from './field.ts'
import type { Operation, OperationAnswer } from './operation.ts'
import { OWN_ACCOUNT } from './own-account-schema.ts'
import { PAYMENT_REQUIRED, TRANSCRIPT_REQUEST, TRANSCRIPT_VIEW } from './transcript-schemas.ts'

/** An error in this server's own format. */
export function refusal(description: string): OperationAnswer {
  return { description, body: ERROR_BODY }
}

/** The request header that makes a request safe to repeat. */
export const ONCE_HEADER = z.object({
  'Idempotency-Key': z
    .string()
    .regex(/^[\x20-\x7e]{1,255}$/)
    .optional()
    .describe('A request that is repeated with the same key and body is charged or applied once.'),
})

const HEALTH = z.object({ status: z.literal('ok'), version: z.string() }).meta({ id: 'Health' })

const READINESS = z.object({ status: z.literal('ready'), version: z.string() }).meta({ id: 'Readiness' })

function health(path: string, name: string): Operation {
  return {
    method: 'GET',
    path,
    name,
    summary: 'Check that the server is up, and get its version.',
    access: 'public',
    answers: { 200: { description: 'The server is up.', body: HEALTH } },
  }
}

/** Operations that belong neither to the providers' APIs nor to the admin API. */
export const OWN_OPERATIONS: readonly Operation[] = [
  health('/health', 'getHealth'),
  health('/v1/health', 'getHealthV1'),
  health('/livez', 'getLiveness'),
  {
    method: 'GET',
    path: '/readyz',
    name: 'getReadiness',
    summary:
      'Check that the server is ready: its store answers or known keys are served without it, and it has not been asked to stop.',
    access: 'public',
    answers: {
      200: { description: 'The server is ready.', body: READINESS },
      503: refusal('The store does not answer and no key is served without it, or the server has been asked to stop.'),
    },
  },
  {
    method: 'POST',
    path: '/v1/tul1',
    name: 'enhanceTranscript',
    summary:
      'Compress a transcript into a view with one block per turn. Needs a Pro plan, or a Free plan with a budget.',
    access: 'key',
    headers: ONCE_HEADER,
    body: TRANSCRIPT_REQUEST,
    answers: {
      200: { description: 'The view, its savings and its fee.', body: TRANSCRIPT_VIEW },
      400: refusal('A field is invalid, or the body is not JSON.'),
      402: {
        description: 'The key is missing or not valid, or its Free plan has no budget.',
        body: PAYMENT_REQUIRED,
      },
      409: refusal('The Idempotency-Key was used with another body.'),
      413: refusal('The body is too large.'),
      415: refusal('The body is not application/json.'),
      503: refusal('Too many transcripts or request bodies are in progress. `Retry-After` gives the seconds to wait.'),
    },
  },
  {
    method: 'GET',
    path: '/v1/account',
    name: 'getOwnAccount',
    summary:
      'Get plan, TUL 1.0 budget and usage of the account that the key belongs to, and the limits and spending of the key.',
    access: 'key',
    answers: {
      200: { description: 'The account.', body: OWN_ACCOUNT },
      401: refusal('The key is missing, unknown, revoked or expired.'),
      403: refusal('The key is blocked.'),
    },
  },
  {
    method: 'GET',
    path: '/signup',
    name: 'getSignup',
    summary: 'Explain in plain text how to get a plan. Refusals name PLEAT_SIGNUP_URL instead, if it is set.',
    access: 'public',
    answers: { 200: { description: 'The text.', body: z.string(), contentType: 'text/plain' } },
  },
  {
    method: 'GET',
    path: '/openapi.json',
    name: 'getApiDocument',
    summary: 'Get this document.',
    access: 'public',
    answers: { 200: { description: 'OpenAPI 3.1.', body: z.looseObject({ openapi: z.string() }) } },
  },
]
