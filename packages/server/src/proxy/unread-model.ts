import { setImmediate as nextTick } from 'node:timers/promises'
import { ModelInJson } from '../gate/model-finder.ts'

/** Bytes that are searched in one step, which takes about a millisecond. */
const STEP_BYTES = 64 * 1024

/**
 * The model that a body names, for one that the compression could not read in time. The model decides which upstream gets the
 * request, whether the key may use it, and its price. Empty if there is none.
 */
export async function unreadModel(body: Buffer): Promise<string> {
  // No JSON text in UTF-8 contains this byte. Some providers also read UTF-16, in which they would find another model.
  if (body.includes(0)) return ''
  const finder = new ModelInJson({ isLast: true })
  for (let at = 0; at < body.length; at += STEP_BYTES) {
    if (at > 0) await nextTick()
    if (finder.look(body.subarray(at, at + STEP_BYTES))) break
  }
  return finder.model ?? ''
}
