import { sizeOfCloud } from './cloud/cloud.ts'
import type { FoldState } from './state.ts'

/** Measured on V8, in bytes, rounded up: an entry in a map of numbers, and of one whose values are objects. */
const MAP_ENTRY_BYTES = 40
const OBJECT_ENTRY_BYTES = 100
/** What a message costs beside its terms: its key, and a number in each of the lists. */
const MESSAGE_BYTES = 240
/** The head of an object with its text, beside the characters. */
const TEXT_BYTES = 120
const CHARACTER_BYTES = 2
/** Of a state without messages: its maps, lists and arenas with the room they start with. */
const STATE_BYTES = 24_000
/** Of a tool's output in sight beside its lines: the id of the call and the name of the argument. */
const SIGHT_BYTES = 240

/** About how many bytes a state keeps alive, never much less, so that those who keep many can bound them by size. */
export function sizeOfState(state: FoldState): number {
  let bytes = STATE_BYTES + state.keys.length * MESSAGE_BYTES
  bytes += state.terms.ids.byteLength + state.terms.counts.byteLength + state.meanings.bytes.byteLength
  bytes += sizeOfCloud(state.cloud)
  bytes +=
    MAP_ENTRY_BYTES *
    (state.held.all.size + state.held.byUser.size + state.listed.size + state.whole.size + state.standing.size)
  bytes += MAP_ENTRY_BYTES * (state.carried.size + 2 * state.dropped.size + state.unsaid.length)
  bytes += textBytes(state.digests) + textBytes(state.recalls) + textBytes(state.excerpts.values())
  for (const { listed, held } of state.young)
    bytes += MESSAGE_BYTES + 8 * (listed.length + held.user.length + held.others.length)
  for (const leaves of state.shortened.values()) bytes += OBJECT_ENTRY_BYTES + textBytes(leaves)
  for (const { hashes, labels, callId } of state.inSight)
    bytes += SIGHT_BYTES + hashes.byteLength + labels.byteLength + CHARACTER_BYTES * callId.length
  for (const { item } of state.waiting) bytes += 2 * TEXT_BYTES + CHARACTER_BYTES * item.text.length
  return bytes
}

function textBytes(kept: Iterable<{ readonly text: string }>): number {
  let bytes = 0
  for (const { text } of kept) bytes += TEXT_BYTES + CHARACTER_BYTES * text.length
  return bytes
}
