import type { WireFormat } from '../conversation.ts'
import type { Fields } from '../json.ts'

/**
 * True if the provider stores the answer, which a later request may then refer to. The responses wire stores it unless `store` is
 * false, the chat wire only if `store` is set, and the messages wire never.
 */
export function storesAnswer(format: WireFormat, { store }: Fields): boolean {
  if (format === 'openai-responses') return store !== false
  return format === 'openai-chat' && store !== undefined && store !== null && store !== false
}

/** True if the provider answers in the background: the response may contain neither the answer nor its usage. */
export function isAnsweredLater(format: WireFormat, { background }: Fields): boolean {
  return format === 'openai-responses' && background !== undefined && background !== null && background !== false
}
