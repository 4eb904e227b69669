import { promisify } from 'node:util'
import { deflateRaw, inflateRaw } from 'node:zlib'
import { restoreCloud, type StoredCloud, storeCloud } from '@pleat/core'
import { ReadMarks } from './read-marks.ts'
import type { CountedCloud } from './session-history.ts'
import { isStorable } from './storable-word.ts'

/** A stored cloud in columns, which compress to two thirds of the size of rows, and the marks of counted messages. */
interface Columns extends Omit<StoredCloud, 'tags'> {
  readonly columns: readonly (readonly unknown[])[]
  /** 32-bit numbers in base64. */
  readonly marks: string
}

const VERSION: StoredCloud['version'] = 2
const COLUMNS = 8
/** Limit of unpacked bytes. The largest cloud, of 2,000 tags and 4,000 marks, has less than half as many. */
const MAX_BYTES = 1024 * 1024
const compress = promisify(deflateRaw)
const decompress = promisify(inflateRaw)

/** Packs a cloud for the store, with only the words that may be stored. Compression runs outside the event loop. */
export async function packCloud({ cloud, marks }: CountedCloud): Promise<Buffer> {
  const { tags, ...rest } = storeCloud(cloud, isStorable)
  const columns = Array.from({ length: COLUMNS }, (_, column) => tags.map((tag) => tag[column]))
  const { buffer } = marks.toArray()
  const packed: Columns = { ...rest, columns, marks: Buffer.from(buffer).toString('base64') }
  return await compress(JSON.stringify(packed))
}

/**
 * Unpacks a stored cloud; undefined for the format of an earlier version, which is rebuilt.
 * @throws {Error} when `packCloud` did not write the bytes, or when they are larger than any cloud.
 */
export async function unpackCloud(bytes: Uint8Array): Promise<CountedCloud | undefined> {
  const packed = JSON.parse((await decompress(bytes, { maxOutputLength: MAX_BYTES })).toString('utf8')) as Columns
  if (packed.version !== VERSION) return undefined
  const { columns, marks, ...rest } = packed
  const count = columns[0]?.length ?? 0
  const tags = Array.from({ length: count }, (_, row) => columns.map((column) => column[row]))
  const numbers = new Int32Array(Uint8Array.from(Buffer.from(marks, 'base64')).buffer)
  const cloud = restoreCloud({ ...rest, tags: tags as unknown as StoredCloud['tags'] })
  return { cloud, marks: new ReadMarks(numbers) }
}
