import type { IncomingHttpHeaders } from 'node:http'

/** The API that a path belongs to. */
export type Family = 'openai' | 'anthropic'

export interface RefusalOptions {
  readonly status?: number
  readonly type?: string
  readonly code?: string | null
  readonly param?: string | null
}

/** A refused request; becomes an error response in the format of its API. */
export class Refusal extends Error {
  readonly status: number
  readonly type: string
  readonly code: string | null
  readonly param: string | null

  constructor(message: string, options: RefusalOptions = {}) {
    super(message)
    this.name = 'Refusal'
    this.status = options.status ?? 400
    this.type = options.type ?? 'invalid_request_error'
    this.code = options.code ?? null
    this.param = options.param ?? null
  }
}

/** The JSON of an error. Only OpenAI indents it and ends it with a line break. */
export function refusalBody(family: Family, refusal: Refusal, requestId: string): string {
  const { message, type, param, code } = refusal
  if (family === 'openai') return `${JSON.stringify({ error: { message, type, param, code } }, null, 4)}\n`
  return JSON.stringify({ type: 'error', error: { type, message }, request_id: requestId })
}

/** The API that serves `path`. Both APIs have `/v1/models`, where a version header means Anthropic. */
export function familyOf(path: string, headers: IncomingHttpHeaders): Family {
  if (/^\/(v1\/messages|api\/)/.test(path)) return 'anthropic'
  return path.startsWith('/v1/models') && headers['anthropic-version'] !== undefined ? 'anthropic' : 'openai'
}
