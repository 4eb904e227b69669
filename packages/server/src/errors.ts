import { STATUS_CODES } from 'node:http'
import { StoreUnavailable } from './store-unavailable.ts'

/** The error format of a response: that of the provider whose API the path belongs to, or this server's own. */
export type Family = 'openai' | 'anthropic' | 'plain'

/** The format for clients of an unknown API. */
export const DEFAULT_FAMILY: Family = 'openai'

interface ErrorKind {
  readonly status: number
  /** `error.type` in each provider's format. SDKs choose the class of an exception by it and by the status. */
  readonly openaiType: string
  readonly anthropicType: string
  /** `error.code` in OpenAI's format, if it differs from the code here. */
  readonly openaiCode?: string
  /** False: the response tells the client that the same request would fail again. */
  readonly isWorthRetrying: boolean
  readonly message: string
}

const invalid = { openaiType: 'invalid_request_error', anthropicType: 'invalid_request_error', isWorthRetrying: false }
const failed = { openaiType: 'server_error', anthropicType: 'api_error', isWorthRetrying: true }

const KINDS = {
  invalid_json: { ...invalid, status: 400, message: 'The request body is not valid JSON. Send JSON in UTF-8.' },
  invalid_request: { ...invalid, status: 400, message: 'The request is malformed.' },
  unauthorized: {
    ...invalid,
    status: 401,
    anthropicType: 'authentication_error',
    openaiCode: 'invalid_api_key',
    message:
      'The API key is missing or not valid. Use a Pleat key (pleat_...), not the provider\'s, as "Authorization: Bearer <PLEAT_KEY>" or in x-api-key.',
  },
  key_expired: {
    ...invalid,
    status: 401,
    anthropicType: 'authentication_error',
    message: 'The API key has expired. Ask the operator of this server for a new one.',
  },
  key_blocked: {
    ...invalid,
    status: 403,
    anthropicType: 'permission_error',
    message: 'The API key is blocked. Ask the operator of this server to unblock it.',
  },
  model_not_allowed: {
    ...invalid,
    status: 403,
    anthropicType: 'permission_error',
    message: 'The API key may not use this model.',
  },
  price_unknown: {
    ...invalid,
    status: 403,
    anthropicType: 'permission_error',
    message:
      'The API key has a spending limit, and the price of this request is unknown. The operator of this server can allow such requests for the key (keys set --unpriced allow).',
  },
  spending_limit_reached: {
    ...invalid,
    status: 402,
    openaiType: 'insufficient_quota',
    anthropicType: 'billing_error',
    message: 'The API key has reached its spending limit.',
  },
  payment_required: {
    ...invalid,
    status: 402,
    openaiType: 'insufficient_quota',
    anthropicType: 'billing_error',
    message: 'The plan of this key does not cover the request.',
  },
  unknown_path: {
    ...invalid,
    status: 404,
    anthropicType: 'not_found_error',
    openaiCode: 'unknown_url',
    message: 'Unknown request URL.',
  },
  not_found: { ...invalid, status: 404, anthropicType: 'not_found_error', message: 'Not found.' },
  admin_disabled: {
    ...invalid,
    status: 404,
    anthropicType: 'not_found_error',
    message: 'The admin API is not enabled. Set PLEAT_ADMIN_TOKEN where the server runs to enable it.',
  },
  method_not_allowed: {
    ...invalid,
    status: 405,
    message: 'The method is not allowed for this URL. The Allow header lists the allowed methods.',
  },
  already_exists: { ...invalid, status: 409, message: 'The name is already in use.' },
  ambiguous: { ...invalid, status: 409, message: 'The identifier is ambiguous.' },
  idempotency_mismatch: {
    ...invalid,
    status: 409,
    message: 'This Idempotency-Key was used before with another request body. Use a new key for a new request.',
  },
  upload_timeout: {
    ...failed,
    status: 408,
    openaiType: 'timeout_error',
    anthropicType: 'timeout_error',
    message: 'The request body did not arrive in time. Send the request again.',
  },
  body_too_large: {
    ...invalid,
    status: 413,
    anthropicType: 'request_too_large',
    message: 'The request body exceeds the limit of this server.',
  },
  unsupported_media_type: { ...invalid, status: 415, message: 'The Content-Type must be application/json.' },
  rate_limited: {
    status: 429,
    openaiType: 'requests',
    anthropicType: 'rate_limit_error',
    openaiCode: 'rate_limit_exceeded',
    isWorthRetrying: true,
    message: 'Too many requests in this minute.',
  },
  upgrade_required: { ...invalid, status: 426, message: 'This server speaks HTTP only. Upgrades are not supported.' },
  headers_too_large: {
    ...invalid,
    status: 431,
    message: 'The request headers are too large. Send fewer or shorter headers.',
  },
  internal: {
    ...failed,
    status: 500,
    message: "The server failed to handle the request. The server's log has the cause under the request id.",
  },
  upstream_unreachable: { ...failed, status: 502, message: 'Could not connect to the provider.' },
  credential_missing: {
    ...failed,
    status: 503,
    isWorthRetrying: false,
    message: 'No key for this provider is configured.',
  },
  storage_unavailable: {
    ...failed,
    status: 503,
    message: 'The server cannot read or write its data at the moment. Try again later.',
  },
  busy: {
    ...failed,
    status: 503,
    anthropicType: 'overloaded_error',
    message: 'The server is overloaded. Try again later.',
  },
  shutting_down: { ...failed, status: 503, message: 'The server is shutting down. Try again in a few seconds.' },
  upstream_timeout: {
    ...failed,
    status: 504,
    anthropicType: 'timeout_error',
    message: 'The provider did not respond in time.',
  },
} as const satisfies Record<string, ErrorKind>

/** The closed list of errors that this server returns. */
export type ErrorCode = keyof typeof KINDS

export interface ServiceErrorOptions {
  /** Replaces the default message of the code. */
  readonly message?: string
  readonly cause?: unknown
  readonly headers?: Readonly<Record<string, string>>
  readonly parameter?: string
  /** The whole body, if the endpoint defines its own for this error; null: no body. */
  readonly body?: object | null
}

/** An error that becomes a response. Clients see the message, so it never quotes the body or a key. */
export class ServiceError extends Error {
  readonly code: ErrorCode
  /** Headers that belong to the error, such as `Allow` and `Retry-After`. */
  readonly headers: Readonly<Record<string, string>>
  /** The field or header that is wrong, for formats that can name it. */
  readonly parameter: string | undefined
  readonly body: object | null | undefined

  constructor(code: ErrorCode, options: ServiceErrorOptions = {}) {
    super(options.message ?? KINDS[code].message, { cause: options.cause })
    this.name = 'ServiceError'
    this.code = code
    this.headers = options.headers ?? {}
    this.parameter = options.parameter
    this.body = options.body
  }

  get status(): number {
    return KINDS[this.code].status
  }
}

/** Turns a thrown value into a response. The response to an unknown error does not contain its cause. */
export function toServiceError(thrown: unknown): ServiceError {
  if (thrown instanceof ServiceError) return thrown
  return new ServiceError(thrown instanceof StoreUnavailable ? 'storage_unavailable' : 'internal', { cause: thrown })
}

/** The JSON body of `error` in the format of `family`. */
export function errorBody(family: Family, error: ServiceError, requestId: string): string {
  const kind: ErrorKind = KINDS[error.code]
  const { message } = error
  if (error.body === null) return ''
  if (error.body) return JSON.stringify(error.body)
  if (family === 'openai') {
    const code = kind.openaiCode ?? error.code
    return JSON.stringify({ error: { message, type: kind.openaiType, param: error.parameter ?? null, code } })
  }
  if (family === 'anthropic') {
    return JSON.stringify({ type: 'error', error: { type: kind.anthropicType, message }, request_id: requestId })
  }
  const param = error.parameter === undefined ? {} : { param: error.parameter }
  return JSON.stringify({ error: { message, type: kind.openaiType, ...param, code: error.code } })
}

/** Content type, request id in the family's spelling, retry advice and own headers, as alternating names and values. */
export function errorHeaders(family: Family, error: ServiceError, requestId: string): string[] {
  const headers = error.body === null ? [] : ['Content-Type', 'application/json; charset=utf-8']
  headers.push(family === 'anthropic' ? 'request-id' : 'x-request-id', requestId)
  if (!KINDS[error.code].isWorthRetrying) headers.push('x-should-retry', 'false')
  for (const [name, value] of Object.entries(error.headers)) headers.push(name, value)
  return headers
}

/** The reason phrase of the error's status, for responses written without an HTTP library. */
export function errorPhrase(error: ServiceError): string {
  return STATUS_CODES[error.status] ?? 'Error'
}
