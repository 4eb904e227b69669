import type { FoldState } from './state.ts'

/** Of an entry in a map of numbers, and of what a message costs beside its terms; measured on V8, in bytes. */
const MAP_ENTRY_BYTES = 40
const MESSAGE_BYTES = 120
/** Of a state without messages: its maps, lists and arenas with the room they start with. */
const STATE_BYTES = 12_000
/** Of what a sentence says, kept to be compared with what may correct it. */
const CLAIM_BYTES = 800

/** About how many bytes a state keeps alive, so that those who keep many can bound them by size. */
export function sizeOfState(state: FoldState): number {
  let bytes = STATE_BYTES + state.keys.length * MESSAGE_BYTES
  bytes += state.terms.ids.byteLength + state.terms.counts.byteLength + state.meanings.bytes.byteLength
  bytes += state.frequency.terms.byteLength + state.frequency.counts.byteLength
  bytes += MAP_ENTRY_BYTES * (state.held.size + state.listed.size + state.whole.size)
  for (const { text } of state.digests) bytes += 2 * text.length
  for (const { listed, held } of state.young) bytes += MESSAGE_BYTES + 8 * (listed.length + held.length)
  for (const { text } of state.recalls) bytes += 2 * text.length
  for (const { text } of state.excerpts.values()) bytes += 2 * text.length
  for (const leaves of state.shortened.values()) for (const { text } of leaves) bytes += 2 * text.length
  for (const { hashes, labels } of state.inSight) bytes += hashes.byteLength + labels.byteLength
  bytes += CLAIM_BYTES * (state.replaced.claims.length + state.replaced.byMessage.size)
  for (const { item } of state.waiting) bytes += MESSAGE_BYTES + 2 * item.text.length
  return bytes
}
