import { gzipSync } from 'node:zlib'
import type { BuiltAnswer } from './built-answer.ts'
import type { RecordedRequest } from './recorded-request.ts'
import { type Family, Refusal, refusalBody } from './refusal.ts'
import type { Answer } from './scripted-answer.ts'
import { seededRandom, splitAtRandom } from './seeded-random.ts'
import { gzipped, type WireAnswer } from './write-answer.ts'

export interface DelayedAnswer extends WireAnswer {
  readonly delayMs?: number | undefined
}

const ERROR_TYPES: Readonly<Record<number, string>> = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  402: 'billing_error',
  403: 'permission_error',
  404: 'not_found_error',
  413: 'request_too_large',
  429: 'rate_limit_error',
  500: 'api_error',
  504: 'timeout_error',
  529: 'overloaded_error',
}

/** A built response with its provider's headers, split and compressed as scripted. */
export async function wireAnswer(
  family: Family,
  { answer, built, number }: { answer: Answer; built: BuiltAnswer; number: number },
  request: RecordedRequest,
): Promise<DelayedAnswer> {
  const isStream = built.kind === 'stream'
  const plain = isStream ? built.events.map((event) => Buffer.from(event)) : [Buffer.from(built.text)]
  const isGzipped = answer.isGzipped === true && /\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''))
  const encoded = !isGzipped ? plain : isStream ? await gzipped(plain) : plain.map((chunk) => gzipSync(chunk))
  const type = isStream ? (family === 'openai' ? 'text/event-stream; charset=utf-8' : 'text/event-stream') : jsonType
  const headers = {
    'content-type': type,
    ...(isGzipped && { 'content-encoding': 'gzip' }),
    ...headersOf(family, number),
    ...answer.headers,
  }
  return { status: answer.status ?? 200, headers, chunks: split(encoded, answer), ...timing(answer) }
}

const jsonType = 'application/json'

/** A scripted error in the format of the API. */
export function errorAnswer(family: Family, answer: Answer, number: number): DelayedAnswer {
  const { message, ...rest } = answer.error!
  const status = answer.status ?? 400
  const type = ERROR_TYPES[status] ?? (status >= 500 ? 'api_error' : 'invalid_request_error')
  const refusal = new Refusal(message, { status, type, ...rest })
  return { ...refusalAnswer(family, refusal, { number, headers: answer.headers }), ...timing(answer) }
}

/** A refusal with the API's error text. */
export function refusalAnswer(
  family: Family,
  refusal: Refusal,
  { number, headers }: { number: number; headers?: Readonly<Record<string, string>> | undefined },
): DelayedAnswer {
  const chunks = [Buffer.from(refusalBody(family, refusal, `req_${number}`))]
  return {
    status: refusal.status,
    headers: { 'content-type': jsonType, ...headersOf(family, number), ...headers },
    chunks,
  }
}

/** Recorded bytes, unchanged. */
export function rawAnswer(answer: Answer, random: () => number): DelayedAnswer {
  const { raw = Buffer.alloc(0), splitSeed, status = 200, headers = {} } = answer
  const chunks = splitSeed === undefined ? [raw] : splitAtRandom(raw, splitSeed ? seededRandom(splitSeed) : random)
  return { status, headers, chunks: chunks.filter((chunk) => chunk.length > 0), ...timing(answer) }
}

function split(chunks: readonly Buffer[], { splitSeed, chunkBytes }: Answer): readonly Buffer[] {
  if (chunkBytes !== undefined) {
    const whole = Buffer.concat(chunks)
    const count = Math.ceil(whole.length / chunkBytes)
    return Array.from({ length: count }, (_, index) => whole.subarray(index * chunkBytes, (index + 1) * chunkBytes))
  }
  return splitSeed === undefined ? chunks : splitAtRandom(Buffer.concat(chunks), seededRandom(splitSeed))
}

function timing({ delayMs, chunkDelayMs, breakAfterChunks, endAfterChunks }: Answer) {
  return { delayMs, chunkDelayMs, breakAfterChunks, endAfterChunks }
}

/** Headers of the real providers, some of which a proxy must not pass on. */
function headersOf(family: Family, number: number): Record<string, string> {
  const both = { 'cf-ray': `ray-${number}`, 'alt-svc': 'h3=":443"; ma=86400', 'set-cookie': '__cf_bm=stand-in; path=/' }
  if (family === 'anthropic') {
    return {
      'request-id': `req_${number}`,
      'anthropic-organization-id': '00000000-stand-in-organization',
      'anthropic-ratelimit-requests-limit': '4000',
      'anthropic-ratelimit-requests-remaining': '3999',
      ...both,
    }
  }
  return {
    'x-request-id': `req_${number}`,
    'openai-organization': 'org-stand-in',
    'openai-version': '2020-10-01',
    'x-ratelimit-limit-requests': '10000',
    'x-ratelimit-remaining-requests': '9999',
    ...both,
  }
}
