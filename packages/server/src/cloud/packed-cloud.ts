import { promisify } from 'node:util'
import { deflateRaw, inflateRaw } from 'node:zlib'
import { restoreCloud, type StoredCloud, storeCloud } from '@pleat/core'
import { ReadMarks } from './read-marks.ts'
import type { CountedCloud } from './session-history.ts'
import { isStorable } from './storable-word.ts'

/** A stored cloud by columns, which is a third shorter packed than by rows, and what was counted. */
interface Columns extends Omit<StoredCloud, 'tags'> {
  readonly columns: readonly (readonly unknown[])[]
  /** 32-bit numbers in base64. */
  readonly marks: string
}

const VERSION: StoredCloud['version'] = 2
const COLUMNS = 8
const compress = promisify(deflateRaw)
const decompress = promisify(inflateRaw)

/** The bytes in which a cloud is stored, with the words that may be stored; most of the work is done outside the event loop. */
export async function packCloud({ cloud, marks }: CountedCloud): Promise<Buffer> {
  const { tags, ...rest } = storeCloud(cloud, isStorable)
  const columns = Array.from({ length: COLUMNS }, (_, column) => tags.map((tag) => tag[column]))
  const { buffer } = marks.toArray()
  const packed: Columns = { ...rest, columns, marks: Buffer.from(buffer).toString('base64') }
  return await compress(JSON.stringify(packed))
}

/**
 * The cloud in `bytes`, to go on with; undefined where an earlier version stored it, so that it is built anew.
 * @throws when the bytes are none of ours.
 */
export async function unpackCloud(bytes: Uint8Array): Promise<CountedCloud | undefined> {
  const packed = JSON.parse((await decompress(bytes)).toString('utf8')) as Columns
  if (packed.version !== VERSION) return undefined
  const { columns, marks, ...rest } = packed
  const count = columns[0]?.length ?? 0
  const tags = Array.from({ length: count }, (_, row) => columns.map((column) => column[row]))
  const numbers = new Int32Array(Uint8Array.from(Buffer.from(marks, 'base64')).buffer)
  const cloud = restoreCloud({ ...rest, tags: tags as unknown as StoredCloud['tags'] })
  return { cloud, marks: new ReadMarks(numbers) }
}
