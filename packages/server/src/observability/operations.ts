import type { Operation } from '../proxy/trace-port.ts'

const OPERATIONS: ReadonlyMap<string, Operation> = new Map([
  ['/v1/chat/completions', 'chat'],
  ['/v1/messages', 'chat'],
  ['/v1/responses', 'chat'],
  ['/v1/embeddings', 'embeddings'],
  ['/v1/completions', 'text_completion'],
  ['/v1/complete', 'text_completion'],
])

/** The operation of a route. Undefined for a route that runs no model. */
export function operationOf(pattern: string, method: string | undefined): Operation | undefined {
  return method === 'POST' ? OPERATIONS.get(pattern) : undefined
}
