import type { IncomingHttpHeaders } from 'node:http'

/** Which of the two APIs a path belongs to. */
export type Family = 'openai' | 'anthropic'

export interface RefusalOptions {
  readonly status?: number
  readonly type?: string
  readonly code?: string | null
  readonly param?: string | null
}

/** A request that the provider does not take; it becomes the answer in the shape of its family. */
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

/** The JSON of an error: one provider indents its bodies and ends them with a line break, the other does neither. */
export function refusalBody(family: Family, refusal: Refusal, requestId: string): string {
  const { message, type, param, code } = refusal
  if (family === 'openai') return `${JSON.stringify({ error: { message, type, param, code } }, null, 4)}\n`
  return JSON.stringify({ type: 'error', error: { type, message }, request_id: requestId })
}

/** Whose shape and rules hold at `path`: the messages API has its own paths, everything else is the other's. */
export function familyOf(path: string, headers: IncomingHttpHeaders): Family {
  if (/^\/(v1\/messages|api\/)/.test(path)) return 'anthropic'
  return path.startsWith('/v1/models') && headers['anthropic-version'] !== undefined ? 'anthropic' : 'openai'
}
