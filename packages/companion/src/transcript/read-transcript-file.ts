import { readTranscript, type Transcript } from './read-transcript.ts'
import { readTranscriptBytes } from './transcript-bytes.ts'

/**
 * Reads the transcript in a file that an agent may be writing to.
 * @throws {Error} when the file does not exist, is too large or contains no transcript.
 */
export async function readTranscriptFile(path: string): Promise<Transcript> {
  return readTranscript((await readTranscriptBytes(path)).toString('utf8'))
}
