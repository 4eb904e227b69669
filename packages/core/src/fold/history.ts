import type { Role } from '../conversation.ts'

/** Messages before the ones that a request adds; an assistant's prefill at the very end belongs to the request. */
export function historyLength(messages: { readonly length: number; roleOf(index: number): Role }): number {
  let end = messages.length
  while (end > 0 && messages.roleOf(end - 1) === 'assistant') end--
  while (end > 0 && messages.roleOf(end - 1) !== 'assistant') end--
  return end
}
