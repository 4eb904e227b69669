import type { Caller } from '../gate/key-port.ts'
import { modelName } from '../gate/model-name.ts'
import { isModelList } from '../provider-apis/model-paths.ts'
import type { ProxyRoute } from '../provider-apis/provider-api.ts'
import { chooseUpstream, dependOnModel, reachableUpstreams } from './choose-upstream.ts'
import { hasOwnKey } from './credential.ts'
import type { Exchange } from './exchange.ts'
import { type FindModelDeps, findModel } from './find-model.ts'
import { type Forwarding, prepareForwarding } from './forward.ts'
import { type ListModelsDeps, listModels } from './list-models.ts'

export interface ForwardingDeps extends FindModelDeps, ListModelsDeps {
  readonly limits: FindModelDeps['limits'] & ListModelsDeps['limits']
}

/**
 * Chooses the upstream of a passed-through request by its model and account. A list of models is requested from all
 * upstreams of the account, unless the request brings its own provider key, which only one of them may see. The body is not read
 * if there is only one upstream, or if `model` is already known.
 * @throws {ServiceError}
 */
export async function chooseForwarding(
  deps: ForwardingDeps,
  exchange: Exchange,
  { caller, route, model: known }: { caller: Caller; route: ProxyRoute; model: string | undefined },
): Promise<Forwarding> {
  const question = { api: route.api.provider, caller }
  const upstreams = reachableUpstreams(deps.config.upstreams, question)
  if (upstreams.length > 1 && isModelList(exchange.request) && !hasOwnKey(exchange)) {
    return listModels(deps, exchange, { caller, route, upstreams })
  }
  const model = dependOnModel(upstreams) ? await modelOf(deps, exchange, known) : undefined
  const upstream = chooseUpstream(upstreams, { ...question, model })
  return await prepareForwarding(deps, exchange, { route, upstream, model })
}

async function modelOf(
  deps: ForwardingDeps,
  exchange: Exchange,
  known: string | undefined,
): Promise<string | undefined> {
  return known === undefined ? await findModel(deps, exchange) : modelName(known) || undefined
}
