import type { Attributes } from '@opentelemetry/api'
import type { ProviderAddress } from '../../config/provider-addresses.ts'
import type { TracedCall, TracedRequest } from '../../proxy/trace-port.ts'

/** Names that differ between the two versions of the GenAI conventions. */
const CACHE_WRITE = {
  'v1.41': 'gen_ai.usage.cache_creation.input_tokens',
  latest: 'gen_ai.usage.cache_write.input_tokens',
} as const

/** Attributes of the span of a call, named by the GenAI conventions. Never text of a message. */
export function callAttributes(
  request: TracedRequest,
  call: TracedCall,
  { address, names }: { address: ProviderAddress; names: 'v1.41' | 'latest' },
): Attributes {
  const { operation, model, usage, firstChunkAt, sentAt, isStream } = call
  return {
    ...(operation !== undefined && { 'gen_ai.operation.name': operation }),
    'gen_ai.provider.name': address.name,
    ...(model !== undefined && { 'gen_ai.request.model': model }),
    ...(request.session !== undefined && { 'gen_ai.conversation.id': request.session }),
    ...(call.isCompacted && { 'gen_ai.conversation.compacted': true }),
    ...(isStream && { 'gen_ai.request.stream': true }),
    ...(isStream && firstChunkAt !== undefined && names === 'latest'
      ? { 'gen_ai.response.time_to_first_chunk': (firstChunkAt - sentAt) / 1000 }
      : {}),
    ...(usage !== undefined && {
      'gen_ai.usage.input_tokens': usage.inputTokens,
      'gen_ai.usage.output_tokens': usage.outputTokens,
      'gen_ai.usage.cache_read.input_tokens': usage.cachedTokens,
      [CACHE_WRITE[names]]: usage.cacheWriteTokens,
      ...(usage.reasoningTokens !== undefined && names === 'latest'
        ? { 'gen_ai.usage.reasoning.output_tokens': usage.reasoningTokens }
        : {}),
    }),
    'server.address': address.host,
    'server.port': address.port,
    'http.response.status_code': request.status,
    ...(call.resends > 0 && { 'http.request.resend_count': call.resends }),
    ...(request.errorType !== undefined && { 'error.type': request.errorType }),
  }
}

/** Attributes of the span of a request that describe this server's work on it. */
export function requestAttributes(request: TracedRequest): Attributes {
  return {
    'http.response.status_code': request.status,
    'pleat.compression': request.outcome,
    'pleat.tokens.original': request.originalTokens,
    'pleat.tokens.optimized': request.optimizedTokens,
    'pleat.tokens.saved': request.originalTokens - request.optimizedTokens,
    ...(request.observedTokens > 0 && { 'pleat.tokens.observed_saved': request.observedTokens }),
    ...(request.overheadMs !== undefined && { 'pleat.overhead': request.overheadMs / 1000 }),
    ...(request.account !== undefined && { 'pleat.account.id': request.account }),
    ...(request.session !== undefined && { 'pleat.session.id': request.session }),
    ...(request.errorType !== undefined && { 'error.type': request.errorType }),
  }
}
