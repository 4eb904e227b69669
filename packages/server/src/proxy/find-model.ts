import { performance } from 'node:perf_hooks'
import { ServiceError } from '../errors.ts'
import { stepsOf } from '../gate/body-steps.ts'
import { decodeBody, decoding, encodingOfBody } from '../gate/decode-body.ts'
import { FairQueue } from '../gate/fair-queue.ts'
import { type ModelFinder, ModelInForm, ModelInJson } from '../gate/model-finder.ts'
import { modelName } from '../gate/model-name.ts'
import { type PeekLimits, peekBody } from '../gate/peek-body.ts'
import { hasBody } from '../gate/streamed-body.ts'
import { mayNameModel, modelInPath } from '../provider-apis/model-paths.ts'
import { continueUpload, type Exchange } from './exchange.ts'
import type { BodyDeps } from './receive-body.ts'

/** The queue of searches in decoded bodies, at most one of each account at a time. */
const searching = new FairQueue(3)

export interface FindModelDeps {
  readonly bodyBudget: BodyDeps['bodyBudget']
  readonly limits: PeekLimits
}

/**
 * Finds the model of a passed-through request, in its path or its body. Undefined if neither names one. The body can still
 * be read afterwards: the part that was read is kept, and counts as body memory until the request is finished.
 * @throws {ServiceError} busy, upload_timeout, invalid_request, unsupported_media_type
 */
export async function findModel(deps: FindModelDeps, exchange: Exchange): Promise<string | undefined> {
  const { request } = exchange
  const found =
    modelInPath(request) ?? (hasBody(request) && mayNameModel(request) ? await modelInBody(deps, exchange) : undefined)
  return found === undefined ? undefined : modelName(found) || undefined
}

async function modelInBody(deps: FindModelDeps, exchange: Exchange): Promise<string | undefined> {
  const { request } = exchange
  const finder = finderFor(request.headers['content-type'])
  if (!finder) return undefined
  const encoding = encodingOfBody(request.headers['content-encoding'])
  const lease = deps.bodyBudget.open(exchange.caller?.accountId ?? '')
  exchange.bodyLease = lease
  // Only a client that passed the gate gets `100 Continue`.
  continueUpload(exchange)
  const isPlain = encoding === 'identity'
  const { limits } = deps
  const from = performance.now()
  const seen = await peekBody(request, (chunk) => isPlain && finder.look(chunk), { limits, lease }).finally(() => {
    exchange.uploadMs += performance.now() - from
  })
  if (encoding !== 'identity' && request.complete) {
    const tooLarge = () => new ServiceError('body_too_large')
    const limit = { maxBytes: limits.maxBodyBytes, tooLarge, lease }
    const decoded = await decoding.run(lease.accountId, () => decodeBody(Buffer.concat(seen), encoding, limit))
    await searching.run(lease.accountId, () => lookInSteps(finder, decoded))
  }
  return finder.model
}

async function lookInSteps(finder: ModelFinder, body: Buffer): Promise<void> {
  for await (const part of stepsOf(body)) if (finder.look(part)) return
}

function finderFor(contentType: string | undefined): ModelFinder | undefined {
  const type = contentType?.split(';', 1)[0]?.trim().toLowerCase()
  if (type === 'application/json') return new ModelInJson()
  return type === 'multipart/form-data' ? new ModelInForm() : undefined
}
