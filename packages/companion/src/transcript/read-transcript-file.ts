import { open } from 'node:fs/promises'
import { readTranscript, type Transcript } from './read-transcript.ts'

/** Bytes. Only the end of a longer file is read. */
const MAX_BYTES = 64 * 1024 * 1024

/**
 * Reads the transcript in a file that an agent may be writing to.
 * @throws {Error} when the file does not exist or contains no transcript.
 */
export async function readTranscriptFile(path: string): Promise<Transcript> {
  return readTranscript(await readNewest(path, MAX_BYTES))
}

/** The last `mostBytes` bytes of a text file, from the first complete line on. */
async function readNewest(path: string, mostBytes: number): Promise<string> {
  const file = await open(path, 'r')
  try {
    const { size } = await file.stat()
    const start = Math.max(0, size - mostBytes)
    const bytes = Buffer.alloc(Math.min(size, mostBytes))
    const { bytesRead } = await file.read(bytes, 0, bytes.length, start)
    const text = bytes.toString('utf8', 0, bytesRead)
    return start === 0 ? text : text.slice(text.indexOf('\n') + 1)
  } finally {
    await file.close()
  }
}
