import { CHARACTER_BYTES, MAP_ENTRY_BYTES, OBJECT_ENTRY_BYTES, textBytes } from '../memory.ts'
import type { Shortened } from './first-sight.ts'
import type { InSight } from './in-sight.ts'

/** Of a tool's output in sight beside its lines: the id of the call and the name of the argument. */
const SIGHT_BYTES = 240

/** Tool output of the tail: in which shorter form it is sent, by message, and what of it stands there word for word. */
export class SightState {
  readonly shortened = new Map<number, readonly Shortened[]>()
  readonly inSight: InSight[] = []
  /** Messages that are nothing but tool output, and the forms of the placeholders that the client has put into such. */
  readonly outputs = new Set<number>()
  readonly placeholders = new Set<number>()
}

/** About how many bytes it keeps alive. */
export function sizeOfSight({ shortened, inSight, outputs }: SightState): number {
  let bytes = MAP_ENTRY_BYTES * outputs.size
  for (const leaves of shortened.values()) bytes += OBJECT_ENTRY_BYTES + textBytes(leaves)
  for (const { hashes, labels, callId } of inSight)
    bytes += SIGHT_BYTES + hashes.byteLength + labels.byteLength + CHARACTER_BYTES * (callId?.length ?? 0)
  return bytes
}
