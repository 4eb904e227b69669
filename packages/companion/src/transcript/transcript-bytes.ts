import { open } from 'node:fs/promises'

/** Megabytes that are read in a few seconds. In a part of a larger file, messages would have other numbers. */
const MAX_MB = 256

/**
 * Reads the bytes of a transcript that an agent may be writing to.
 * @throws {Error} when the file does not exist or is too large.
 */
export async function readTranscriptBytes(path: string): Promise<Buffer> {
  const file = await open(path, 'r')
  try {
    const { size } = await file.stat()
    if (size > MAX_MB * 1024 * 1024) throw new Error(`the transcript ${path} is larger than ${MAX_MB} MB`)
    const bytes = Buffer.alloc(size)
    const { bytesRead } = await file.read(bytes, 0, size, 0)
    return bytes.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}
