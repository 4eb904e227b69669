import { isObject, type JsonObject } from '../transcript/json-value.ts'

/** More than any view; a body that goes on is not waited for. */
const MOST_BYTES = 64 * 1024 * 1024

/**
 * The JSON object in a response; undefined when there is something else.
 * @throws when the connection breaks, the time is over or the body is too long.
 */
export async function readBody(response: Response): Promise<JsonObject | undefined> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of response.body ?? []) {
    length += chunk.byteLength
    if (length > MOST_BYTES) throw new Error('too long')
    chunks.push(chunk)
  }
  try {
    const value: unknown = JSON.parse(Buffer.concat(chunks).toString('utf8'))
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** Why a request failed, in words for people and without anything that was sent. */
export function failureReason(error: unknown, timeoutMs: number): string {
  if (error instanceof Error && error.name === 'TimeoutError') {
    return `the server did not answer within ${Math.round(timeoutMs / 100) / 10} s`
  }
  const cause = error instanceof Error ? (error.cause as NodeJS.ErrnoException | undefined) : undefined
  if (cause?.code === 'ECONNREFUSED' || cause?.code === 'ENOTFOUND') return 'the server is not reachable'
  return 'the connection to the server failed'
}
