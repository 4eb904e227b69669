import type { JsonObject } from './json-object.ts'
import { Refusal } from './refusal.ts'
import { InputHash, type ResponsesMemory } from './responses-memory.ts'

/** A change that the provider made to the request and reports in its response. */
export interface Transformation {
  readonly id: string | null
  readonly type: 'reasoning'
  readonly action: 'removed'
  readonly reason: 'prefix_mismatch' | 'turn_boundary'
}

const BOUND = /^gpt-(?:5\.[6-9]|[6-9])/

/**
 * The items that the model reads. Newer models read reasoning only after its original prefix, older ones only that of the
 * current turn.
 * @throws {Refusal} for a seal that is not the provider's own
 */
export function checkReasoning(
  body: JsonObject,
  items: readonly JsonObject[],
  memory: ResponsesMemory,
): { read: readonly JsonObject[]; transformations: readonly Transformation[] } {
  const isBound = BOUND.test(String(body.model))
  const lastQuestion = items.findLastIndex(({ role }) => role === 'user')
  const hash = new InputHash(body)
  const read: JsonObject[] = []
  const transformations: Transformation[] = []
  for (const [index, item] of items.entries()) {
    if (item.type === 'reasoning') {
      const seal = item.encrypted_content
      const prefix = typeof seal === 'string' ? memory.open(seal) : undefined
      if (typeof seal === 'string' && prefix === undefined) throw unverified()
      const reason = isBound
        ? prefix !== undefined && prefix !== hash.value && 'prefix_mismatch'
        : index < lastQuestion && 'turn_boundary'
      if (reason) {
        const id = typeof item.id === 'string' ? item.id : null
        transformations.push({ id, type: 'reasoning', action: 'removed', reason })
        continue
      }
    }
    hash.add(item)
    read.push(item)
  }
  return { read, transformations: isBound ? transformations : [] }
}

function unverified(): Refusal {
  return new Refusal(
    'The encrypted content could not be verified. Reason: Encrypted content could not be decrypted or parsed.',
    { code: 'invalid_encrypted_content' },
  )
}
