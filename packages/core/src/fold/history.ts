import type { Role } from '../conversation.ts'

/** The messages before those that a request adds. An assistant's prefill at the end belongs to the request. */
export function historyLength(messages: { readonly length: number; roleOf(index: number): Role }): number {
  let end = messages.length
  while (end > 0 && messages.roleOf(end - 1) === 'assistant') end--
  while (end > 0 && messages.roleOf(end - 1) !== 'assistant') end--
  return end
}
