import type { WireFormat } from '@pleat/core'

/** The known price of a passed-through request. */
export type PassedThroughPrice =
  | { readonly kind: 'free' }
  /** The response reports usage in this format, for the model that the request names. */
  | { readonly kind: 'receipt'; readonly format: WireFormat; readonly hasOutput: boolean }
  | { readonly kind: 'unknown' }

const FREE: PassedThroughPrice = { kind: 'free' }
const UNKNOWN: PassedThroughPrice = { kind: 'unknown' }

/** Methods that run no model. */
const READING: ReadonlySet<string | undefined> = new Set(['GET', 'HEAD', 'OPTIONS', 'DELETE'])

/** Paths without a model, and paths that providers do not charge for. */
const FREE_PATHS =
  /^\/v1\/(?:messages\/count_tokens|responses\/input_tokens|moderations|files|uploads(?:\/[\w-]+\/(?:parts|complete|cancel))?|conversations(?:\/[\w-]+(?:\/items)?)?|(?:batches|messages\/batches|responses)\/[\w-]+\/cancel)$/

const RECEIPTS: ReadonlyMap<string, PassedThroughPrice> = new Map([
  ['/v1/embeddings', { kind: 'receipt', format: 'openai-chat', hasOutput: false }],
  ['/v1/completions', { kind: 'receipt', format: 'openai-chat', hasOutput: true }],
  ['/v1/responses/compact', { kind: 'receipt', format: 'openai-responses', hasOutput: true }],
])

/** The price of a passed-through request. All paths but those above have an unknown price. */
export function passedThroughPrice(method: string | undefined, path: string): PassedThroughPrice {
  if (READING.has(method) || FREE_PATHS.test(path)) return FREE
  return RECEIPTS.get(path) ?? UNKNOWN
}
