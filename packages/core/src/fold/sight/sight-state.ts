import { CHARACTER_BYTES, MAP_ENTRY_BYTES, OBJECT_ENTRY_BYTES, textBytes } from '../memory.ts'
import type { Shortened } from './first-sight.ts'
import type { InSight } from './in-sight.ts'

/** Bytes of a tool's output in sight besides its lines and the characters of its call's id. */
const SIGHT_BYTES = 240

/** Tool output of the tail: its shorter form, by message, and the lines that it contains word for word. */
export class SightState {
  readonly shortened = new Map<number, readonly Shortened[]>()
  readonly inSight: InSight[] = []
  /**
   * Messages that consist of tool output only, and hashes of the placeholders with which the client replaced such
   * output.
   */
  readonly outputs = new Set<number>()
  readonly placeholders = new Set<number>()
}

/** Estimated bytes that this state keeps alive. */
export function sizeOfSight({ shortened, inSight, outputs }: SightState): number {
  let bytes = MAP_ENTRY_BYTES * outputs.size
  for (const leaves of shortened.values()) bytes += OBJECT_ENTRY_BYTES + textBytes(leaves)
  for (const { hashes, labels, callId } of inSight)
    bytes += SIGHT_BYTES + hashes.byteLength + labels.byteLength + CHARACTER_BYTES * (callId?.length ?? 0)
  return bytes
}
