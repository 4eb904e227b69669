import { open } from 'node:fs/promises'
import { readTranscript, type Transcript } from './read-transcript.ts'

/** Of a longer file only the newest part is read. */
const MOST_BYTES = 64 * 1024 * 1024

/**
 * Reads the transcript in a file that an agent may be writing to.
 * @throws when there is no such file, or no transcript in it.
 */
export async function readTranscriptFile(path: string): Promise<Transcript> {
  return readTranscript(await readNewest(path, MOST_BYTES))
}

/** The end of a text file, from a whole line on when it is longer than `mostBytes`. */
export async function readNewest(path: string, mostBytes: number): Promise<string> {
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
