import type { ServerResponse } from 'node:http'
import { setImmediate as nextTick, setTimeout as sleep } from 'node:timers/promises'
import { constants, createGzip } from 'node:zlib'

export interface WireAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** The body in the chunks in which it is written. */
  readonly chunks: readonly Buffer[]
  readonly chunkDelayMs?: number | undefined
  readonly breakAfterChunks?: number | undefined
  readonly endAfterChunks?: number | undefined
}

/** Writes the response chunk by chunk and passes each to `onBytes`; resolves to true if all of it was sent. */
export async function writeAnswer(
  response: ServerResponse,
  answer: WireAnswer,
  onBytes: (chunk: Buffer) => void,
): Promise<boolean> {
  const { breakAfterChunks = Number.POSITIVE_INFINITY } = answer
  const chunks = answer.chunks.slice(0, answer.endAfterChunks)
  if (breakAfterChunks === 0) {
    response.destroy()
    return false
  }
  response.writeHead(answer.status, answer.headers)
  for (const [index, chunk] of chunks.entries()) {
    if (index === breakAfterChunks) break
    if (response.destroyed) return false
    onBytes(chunk)
    // Waits until the chunk is sent and a moment longer, so that each one arrives separately.
    await new Promise<void>((resolve) => response.write(chunk, () => resolve()))
    await (answer.chunkDelayMs ? sleep(answer.chunkDelayMs) : nextTick())
  }
  if (breakAfterChunks <= chunks.length) {
    response.destroy()
    return false
  }
  if (response.destroyed) return false
  response.end()
  return true
}

/** Compresses and flushes each chunk separately, as providers do with streams. */
export async function gzipped(chunks: readonly Buffer[]): Promise<Buffer[]> {
  const gzip = createGzip({ flush: constants.Z_SYNC_FLUSH })
  const compressed: Buffer[] = []
  gzip.on('data', (chunk: Buffer) => compressed.push(chunk))
  const isDone = new Promise<void>((resolve) => gzip.on('end', resolve))
  for (const chunk of chunks) await new Promise<void>((resolve) => gzip.write(chunk, () => resolve()))
  gzip.end()
  await isDone
  return compressed
}
