import { guessTokens } from '../compression/guess-tokens.ts'
import type { Provider } from '../config/providers.ts'
import { ServiceError } from '../errors.ts'
import type { Caller } from '../gate/key-port.ts'
import { modelName } from '../gate/model-name.ts'
import { requireAllowedModel } from '../gate/model-patterns.ts'
import { isJson } from '../gate/read-body.ts'
import { pathOf } from '../gate/request-target.ts'
import { requireOneModel } from '../gate/require-one-model.ts'
import { requireUnderLimit } from '../gate/spending-limit.ts'
import type { PriceList } from '../money/prices.ts'
import type { Spending } from '../money/spending.ts'
import { type PassedThroughPrice, passedThroughPrice } from '../provider-apis/passed-through-prices.ts'
import { billRequest } from './bill-request.ts'
import type { Exchange, RelayEnd } from './exchange.ts'
import { openReceipt } from './receipt.ts'
import { type BodyDeps, receiveBody } from './receive-body.ts'
import { unreadModel } from './unread-model.ts'
import type { UpstreamAnswer } from './upstream-port.ts'

export interface LimitedDeps extends BodyDeps {
  readonly spending: Spending
  readonly prices: PriceList
}

/** A request of a limited key whose body was read to find its model. */
export interface LimitedRequest {
  readonly body: Buffer
  readonly model: string
  readonly price: PassedThroughPrice
}

/** Largest body that is read for its model. */
const MAX_READ_BYTES = 8 * 1024 * 1024
/** Largest body that is parsed in one step of the event loop. A longer one is searched in steps. */
const MAX_PARSED_BYTES = 16 * 1024

/**
 * Enforces the limits of a key on a passed-through request. Undefined: the request is allowed, and its body need not be
 * read.
 * @throws {ServiceError} spending_limit_reached, price_unknown, model_not_allowed
 */
export async function openLimited(
  deps: LimitedDeps,
  exchange: Exchange,
  caller: Caller,
): Promise<LimitedRequest | undefined> {
  const { limits } = caller
  if (!limits || (!limits.spending && limits.models.length === 0)) return undefined
  const { request } = exchange
  const price = passedThroughPrice(request.method, pathOf(request.url))
  if (price.kind === 'free') return undefined
  await requireUnderLimit(deps.spending, caller)
  const isUnpriced = price.kind === 'unknown'
  if (limits.spending && isUnpriced && !limits.allowsUnpriced) throw new ServiceError('price_unknown')
  if (limits.models.length === 0 && isUnpriced) return undefined
  const { 'content-type': type, 'content-encoding': encoding } = request.headers
  if (!isJson(type) || encoding !== undefined) throw unnamedModel()
  const body = await receiveBody(exchange, deps)
  const model = await modelIn(body)
  requireAllowedModel(caller, model)
  await requireOneModel(caller, body)
  return { body, model, price }
}

async function modelIn(body: Buffer): Promise<string> {
  if (body.length > MAX_READ_BYTES) {
    const megabytes = MAX_READ_BYTES / (1024 * 1024)
    const message = `The request body is larger than ${megabytes} MB, the limit for keys with limits on this path.`
    throw new ServiceError('body_too_large', { message })
  }
  const model = body.length > MAX_PARSED_BYTES ? await unreadModel(body) : parsedModel(body)
  if (typeof model !== 'string' || model === '') throw unnamedModel()
  return model
}

function parsedModel(body: Buffer): unknown {
  const fields = parse(body)
  return typeof fields === 'object' && fields !== null && 'model' in fields ? fields.model : undefined
}

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch (cause) {
    throw new ServiceError('invalid_json', { cause })
  }
}

function unnamedModel(): ServiceError {
  return new ServiceError('model_not_allowed', {
    message:
      'The API key has limits, and this request does not name its model. Send an uncompressed body of type application/json with a field "model", or use a key without limits.',
    parameter: 'model',
  })
}

/** The estimated charge in micro-cents for a request that was sent and has no response. */
export function billUnanswered(
  deps: Pick<LimitedDeps, 'prices'>,
  { body, model, price }: LimitedRequest,
  provider: Provider,
): number {
  if (price.kind !== 'receipt') return 0
  const estimate = { input: guessTokens(body.length), output: 0 }
  return billRequest(
    deps.prices,
    { model: modelName(model), provider },
    { usage: undefined, isComplete: false, estimate },
  )
}

/** Reads the receipt of the response. At the end, `bill` returns the provider's charge in micro-cents. */
export function watchBill(
  deps: LimitedDeps,
  { body, model, price }: LimitedRequest,
  { answer, provider }: { answer: UpstreamAnswer; provider: Provider },
): { observe(chunk: Buffer): void; bill(end: RelayEnd): Promise<number> } | undefined {
  if (price.kind !== 'receipt' || answer.status >= 300) return undefined
  const receipt = openReceipt(price.format, answer)
  return {
    observe: (chunk) => receipt?.push(chunk),
    async bill(end) {
      const usage = await receipt?.end()
      const output = price.hasOutput ? (receipt?.estimateOutput() ?? 0) : 0
      const estimate = { input: guessTokens(body.length), output }
      const hints = { model: modelName(model), provider }
      return billRequest(deps.prices, hints, { usage, isComplete: end === 'complete', estimate })
    },
  }
}
