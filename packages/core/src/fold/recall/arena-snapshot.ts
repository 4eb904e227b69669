import { SnapshotError } from '../snapshot/byte-reader.ts'
import { type Codec, int32s, listOf, number } from '../snapshot/codec.ts'
import { MeaningArena } from './meaning-arena.ts'
import { TermArena } from './term-arena.ts'

const numbers = listOf(number)

/** The terms of all messages, without spare capacity. */
export const TERMS: Codec<TermArena> = {
  write(to, { ids, counts, ends, lengths }) {
    const end = ends.at(-1) ?? 0
    numbers.write(to, ends)
    numbers.write(to, lengths)
    int32s.write(to, ids.subarray(0, end))
    to.bytes.raw(counts.subarray(0, end))
  },
  read(from) {
    const [ends, lengths] = [numbers.read(from), numbers.read(from)]
    const ids = int32s.read(from)
    const isRising = ends.every((end, index) => end >= (ends[index - 1] ?? 0))
    if (ids.length !== (ends.at(-1) ?? 0) || !isRising) throw new SnapshotError('terms and their ends do not match')
    return Object.assign(new TermArena(), { ids, counts: from.bytes.raw(ids.length).slice(), ends, lengths })
  },
}

export const MEANINGS: Codec<MeaningArena> = {
  write(to, { bytes, dimensions, count }) {
    to.bytes.count(count)
    to.bytes.count(dimensions)
    const { buffer, byteOffset } = bytes
    to.bytes.raw(new Uint8Array(buffer, byteOffset, count * dimensions))
  },
  read(from) {
    const [count, dimensions] = [from.bytes.count(), from.bytes.count()]
    const bytes = new Int8Array(from.bytes.raw(count * dimensions).slice().buffer)
    return Object.assign(new MeaningArena(), { bytes, dimensions, count })
  },
}
