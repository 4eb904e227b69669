import { z } from 'zod'
import { ERROR_BODY } from './field.ts'
import type { Operation, OperationAnswer } from './operation.ts'
import { OWN_ACCOUNT } from './own-account-schema.ts'
import { PAYMENT_REQUIRED, TRANSCRIPT_REQUEST, TRANSCRIPT_VIEW } from './transcript-schemas.ts'

/** An error of ours, in our own shape. */
export function refusal(description: string): OperationAnswer {
  return { description, body: ERROR_BODY }
}

/** The request header that makes a request safe to repeat. */
export const ONCE_HEADER = z.object({
  'Idempotency-Key': z
    .string()
    .regex(/^[\x20-\x7e]{1,255}$/)
    .optional()
    .describe('The same key with the same body is charged or added once, however often it is sent.'),
})

const HEALTH = z.object({ status: z.literal('ok'), version: z.string() }).meta({ id: 'Health' })

function health(path: string, name: string): Operation {
  return {
    method: 'GET',
    path,
    name,
    summary: 'Whether the server is up, and its version.',
    access: 'public',
    answers: { 200: { description: 'It is.', body: HEALTH } },
  }
}

/** What is neither the providers' API nor the operator's. */
export const OWN_OPERATIONS: readonly Operation[] = [
  health('/health', 'getHealth'),
  health('/v1/health', 'getHealthV1'),
  {
    method: 'POST',
    path: '/v1/tul1',
    name: 'enhanceTranscript',
    summary: 'Compress a transcript into a view of one block a turn, for Pro plans and Free plans with a budget.',
    access: 'key',
    headers: ONCE_HEADER,
    body: TRANSCRIPT_REQUEST,
    answers: {
      200: { description: 'The view, and what it cost.', body: TRANSCRIPT_VIEW },
      400: refusal('A field is wrong, or the body is no JSON.'),
      402: {
        description: 'No key, an unknown or revoked one, or a Free plan without a budget.',
        body: PAYMENT_REQUIRED,
      },
      409: refusal('The Idempotency-Key was used with another body.'),
      413: refusal('The body is too large.'),
      415: refusal('The body is not application/json.'),
      503: refusal(
        'Too many transcripts are being worked on, or bodies are in flight; `Retry-After` says when to come back.',
      ),
    },
  },
  {
    method: 'GET',
    path: '/v1/account',
    name: 'getOwnAccount',
    summary:
      'Plan, TUL 1.0 budget and usage of the account that the key belongs to, and the limits and spending of the key.',
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
    summary: 'How to get a plan, in plain text, where the operator has named no page.',
    access: 'public',
    answers: { 200: { description: 'The text.', body: z.string(), contentType: 'text/plain' } },
  },
  {
    method: 'GET',
    path: '/openapi.json',
    name: 'getApiDocument',
    summary: 'This document.',
    access: 'public',
    answers: { 200: { description: 'OpenAPI 3.1.', body: z.looseObject({ openapi: z.string() }) } },
  },
]
