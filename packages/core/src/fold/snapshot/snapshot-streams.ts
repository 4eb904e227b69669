import type { ByteReader } from './byte-reader.ts'
import type { ByteWriter } from './byte-writer.ts'
import type { TextReader } from './text-reader.ts'
import type { TextWriter } from './text-writer.ts'

/** The output of a snapshot. */
export interface SnapshotWriter {
  readonly bytes: ByteWriter
  readonly texts: TextWriter
}

/** The input of a snapshot. */
export interface SnapshotReader {
  readonly bytes: ByteReader
  readonly texts: TextReader
}
