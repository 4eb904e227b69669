import { isObject, type JsonObject } from '../transcript/json-value.ts'

/** Megabytes: more than any view. Longer bodies are refused. */
const MAX_MB = 64

/** A body that is longer than `MAX_MB`. */
class LongBody extends Error {}

/**
 * The JSON object in a response; undefined for other content.
 * @throws {Error} when the connection breaks, the time limit passes or the body is too long.
 */
export async function readBody(response: Response): Promise<JsonObject | undefined> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of response.body ?? []) {
    length += chunk.byteLength
    if (length > MAX_MB * 1024 * 1024) throw new LongBody()
    chunks.push(chunk)
  }
  try {
    const value: unknown = JSON.parse(Buffer.concat(chunks).toString('utf8'))
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** The reason of a failed request as text for the user, without the request's content. */
export function failureReason(error: unknown, timeoutMs: number): string {
  if (error instanceof Error && error.name === 'TimeoutError') {
    return `the server did not answer within ${Math.round(timeoutMs / 100) / 10} s`
  }
  if (error instanceof LongBody) return `the server's response is longer than ${MAX_MB} MB`
  const cause = error instanceof Error ? (error.cause as NodeJS.ErrnoException | undefined) : undefined
  if (cause?.code === 'ECONNREFUSED') return 'the server refused the connection; check that it is running'
  if (cause?.code === 'ENOTFOUND') return 'the host name was not found; check the address of the server'
  return `the connection to the server failed${cause?.code === undefined ? '' : ` (${cause.code})`}`
}
