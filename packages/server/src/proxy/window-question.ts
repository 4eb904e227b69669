import type { IncomingHttpHeaders } from 'node:http'
import type { ConversationFacts, OpaqueFacts } from '../compression/compression-port.ts'
import type { UpstreamRoute } from '../config/upstream-route.ts'
import type { Caller } from '../gate/key-port.ts'
import { modelName } from '../gate/model-name.ts'
import type { FoldedRoute } from '../provider-apis/provider-api.ts'
import { chooseUpstream } from './choose-upstream.ts'
import type { WindowQuestion } from './context-windows.ts'

/** Collects the properties that determine the window of a request. Undefined for a body that is not a conversation. */
export function windowQuestion(
  upstreams: readonly UpstreamRoute[],
  headers: IncomingHttpHeaders,
  { caller, route, facts }: { caller: Caller; route: FoldedRoute; facts: ConversationFacts | OpaqueFacts },
): WindowQuestion | undefined {
  if (facts.kind !== 'conversation') return undefined
  const model = modelName(facts.model)
  const upstream = chooseUpstream(upstreams, { api: route.api.provider, caller, model: model || undefined })
  const isLongAsked = String(headers['anthropic-beta'] ?? '').includes('context-1m')
  return {
    accountId: caller.accountId,
    upstream,
    format: route.format,
    model,
    answerTokens: facts.answerTokens,
    isLongAsked,
    hasUncounted: facts.hasUncounted,
  }
}
