import { promisify } from 'node:util'
import { deflateRaw, inflateRaw } from 'node:zlib'
import { restoreCloud, type SameMeaning, type StoredCloud, storeCloud } from '@pleat/core'
import { ReadMarks } from './read-marks.ts'
import { createSessionCloud, type SessionCloud } from './session-cloud.ts'
import { isStorable } from './storable-word.ts'

/** A stored cloud by columns, which is a third shorter packed than by rows, and what was read. */
interface Columns {
  readonly version: 1
  readonly turn: number
  readonly messages: number
  readonly columns: readonly (readonly unknown[])[]
  readonly aliases: StoredCloud['aliases']
  /** 32-bit numbers in base64. */
  readonly marks: string
}

const COLUMNS = 9
const compress = promisify(deflateRaw)
const decompress = promisify(inflateRaw)

/** The bytes in which a cloud is stored, with the words that may be stored; most of the work is done outside the event loop. */
export async function packCloud({ cloud, marks }: SessionCloud): Promise<Buffer> {
  const { tags, ...rest } = storeCloud(cloud, isStorable)
  const columns = Array.from({ length: COLUMNS }, (_, column) => tags.map((tag) => tag[column]))
  const { buffer } = marks.toArray()
  const packed: Columns = { ...rest, columns, marks: Buffer.from(buffer).toString('base64') }
  return await compress(JSON.stringify(packed))
}

/** What of a packed cloud is for people to see. */
export async function unpackTags(bytes: Uint8Array): Promise<StoredCloud> {
  const { columns, ...rest } = await readColumns(bytes)
  const count = columns[0]?.length ?? 0
  const tags = Array.from({ length: count }, (_, row) => columns.map((column) => column[row]))
  return { ...rest, tags: tags as unknown as StoredCloud['tags'] }
}

/**
 * The cloud in `bytes`, to go on with.
 * @throws when they were written by another version, or are none of ours.
 */
export async function unpackCloud(
  bytes: Uint8Array,
  { now, sameMeaning }: { now: number; sameMeaning: SameMeaning | undefined },
): Promise<SessionCloud> {
  const stored = await unpackTags(bytes)
  const { marks } = stored as StoredCloud & Pick<Columns, 'marks'>
  const numbers = new Int32Array(Uint8Array.from(Buffer.from(marks, 'base64')).buffer)
  return createSessionCloud(now, { cloud: restoreCloud(stored, sameMeaning), marks: new ReadMarks(numbers) })
}

async function readColumns(bytes: Uint8Array): Promise<Columns> {
  const packed = JSON.parse((await decompress(bytes)).toString('utf8')) as Columns
  if (packed.version !== 1) throw new Error('The tag cloud was stored by another version.')
  return packed
}
