import { once } from 'node:events'
import type { Transform } from 'node:stream'
import { constants, createBrotliCompress, createDeflate, createGzip, createZstdCompress } from 'node:zlib'

/** Compressions of a body. `zstd of the widest window` makes a decoder use 128 MB. */
export const ENCODERS = {
  gzip: () => createGzip({ level: 9 }),
  deflate: () => createDeflate({ level: 9 }),
  br: () => createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 3 } }),
  zstd: () => createZstdCompress(),
  'zstd of the widest window': () => createZstdCompress({ params: { [constants.ZSTD_c_windowLog]: 27 } }),
} as const satisfies Record<string, () => Transform>

export type Encoder = keyof typeof ENCODERS

/** The name of an encoding in `Content-Encoding`. */
export function encodingOf(encoder: Encoder): string {
  return encoder.split(' ')[0]!
}

const CHUNK = Buffer.alloc(1024 * 1024, 'a')

/** A compressed request with `megabytes` MiB of one letter in one message. Its plain text is never whole in memory. */
export async function compressedRequest(encoder: Encoder, megabytes: number): Promise<Buffer> {
  const stream: Transform = ENCODERS[encoder]()
  const chunks: Buffer[] = []
  stream.on('data', (chunk: Buffer) => chunks.push(chunk))
  stream.write('{"model":"gpt-4o","messages":[{"role":"user","content":"')
  for (let i = 0; i < megabytes; i++) if (!stream.write(CHUNK)) await once(stream, 'drain')
  stream.end('"}]}')
  await once(stream, 'end')
  return Buffer.concat(chunks)
}

/** Any body, compressed. */
export async function compressed(encoder: Encoder, body: Buffer): Promise<Buffer> {
  const stream: Transform = ENCODERS[encoder]()
  stream.end(body)
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}
