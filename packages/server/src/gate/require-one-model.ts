import { ServiceError } from '../errors.ts'
import { stepsOf } from './body-steps.ts'
import type { Caller } from './key-port.ts'
import { ModelInJson } from './model-finder.ts'

/** A string that is `model` in any case. JSON allows any character to be written as its code. */
const NAME = /"(?:m|\\u00[46]d)(?:o|\\u00[46]f)(?:d|\\u00[46]4)(?:e|\\u00[46]5)(?:l|\\u00[46]c)"/gi
const USUAL_NAME = '"model"'
/** Length of the longest spelling of the name. */
const LONGEST_NAME = '"'.length * 2 + '\\u0000'.length * 'model'.length

/**
 * Refuses a JSON body with two top-level fields `model`, or with one in another case, if limits of the key depend on
 * the model. Some upstreams ignore the case of names, as Go's JSON decoder does, and would use another model than the one
 * that is checked and billed here.
 * @throws {ServiceError} model_not_allowed
 */
export async function requireOneModel({ limits }: Caller, body: Buffer): Promise<void> {
  if (!limits || (!limits.spending && limits.models.length === 0)) return
  if (!(await mayBeAmbiguous(body)) || !(await isAmbiguous(body))) return
  throw new ServiceError('model_not_allowed', {
    message:
      'The API key has limits, and this request does not name its model in exactly one field "model". Remove other spellings such as "Model", or use a key without limits.',
    parameter: 'model',
  })
}

/** True unless the name occurs at most once, and in lower case. Also finds names that are no fields, but is fast. */
async function mayBeAmbiguous(body: Buffer): Promise<boolean> {
  let count = 0
  let end = ''
  for await (const part of stepsOf(body)) {
    const text = end + part.toString('latin1')
    for (const [name] of text.matchAll(NAME)) if (name !== USUAL_NAME || ++count > 1) return true
    // A name at the end of two parts counts twice, and is left to the exact search.
    end = text.slice(1 - LONGEST_NAME)
  }
  return false
}

async function isAmbiguous(body: Buffer): Promise<boolean> {
  const finder = new ModelInJson({ isLast: true })
  for await (const part of stepsOf(body)) if (finder.look(part)) break
  return finder.isAmbiguous
}
