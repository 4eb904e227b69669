import { stepsOf } from '../gate/body-steps.ts'
import { ModelInJson } from '../gate/model-finder.ts'

/**
 * The model that a body names, for one that the compression could not read in time. The model decides which upstream gets the
 * request, whether the key may use it, and its price. Empty if the body names none.
 */
export async function unreadModel(body: Buffer): Promise<string> {
  // No JSON text in UTF-8 contains this byte. Some providers also read UTF-16, in which they would find another model.
  if (body.includes(0)) return ''
  const finder = new ModelInJson({ isLast: true })
  for await (const part of stepsOf(body)) if (finder.look(part)) break
  return finder.model ?? ''
}
