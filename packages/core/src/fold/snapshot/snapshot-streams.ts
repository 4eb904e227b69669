import type { ByteReader } from './byte-reader.ts'
import type { ByteWriter } from './byte-writer.ts'
import type { TextReader } from './text-reader.ts'
import type { TextWriter } from './text-writer.ts'

/** Where a snapshot is written. */
export interface SnapshotWriter {
  readonly bytes: ByteWriter
  readonly texts: TextWriter
}

/** Where it is read from. */
export interface SnapshotReader {
  readonly bytes: ByteReader
  readonly texts: TextReader
}
