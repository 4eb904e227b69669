import fc from 'fast-check'
import type { Caching } from '../../caching.ts'
import type { WireFormat } from '../../conversation.ts'
import { splice } from '../../wire/splice.ts'
import { type FoldResult, fold } from '../fold.ts'
import { DEFAULT_POLICY, type Policy } from '../policy.ts'
import { conversationOf, countTokens, requestsOf, transcript, type WireMessage } from '../talk.fixture.ts'
import { measure, type Prices, price, type Sent } from './billed-request.fixture.ts'
import type { CacheSign } from './cache-sign.ts'

/** The bound of the bill in docs/money.md: a share of the direct bill, and of the last request of the session. */
export const BOUND = 1.02
export const ADVANCE = 0.25

export interface Wire {
  readonly name: string
  readonly format: WireFormat
  readonly caching: Caching
  /** Possible prices of a provider on this wire, relative to a fresh token, and its cacheable minimum in tokens. */
  readonly prices: fc.Arbitrary<Prices>
  /** Prices with the largest discount, under which a fold costs most. */
  readonly steepest: readonly Prices[]
}

const AUTOMATIC: Caching = { kind: 'automatic', write: 1, leastTokens: 1024 }
const HALF_PRICE: Caching = { ...AUTOMATIC, read: 0.5 }
const ASKED: Caching = { kind: 'asked', write: 1.25, leastTokens: 1024 }
const ASKED_FOR_LONG: Caching = { ...ASKED, write: 2 }

function pricesOf({ kind, read = 0.1, write, leastTokens }: Caching): Pick<Wire, 'prices' | 'steepest'> {
  const leastSizes = kind === 'asked' ? [0, leastTokens] : [leastTokens]
  const prices = fc.record({
    read: fc.double({ min: read, max: 1, noNaN: true }),
    write: fc.double({ min: 1, max: write, noNaN: true }),
    leastCached: fc.constantFrom(...leastSizes),
  })
  return { prices, steepest: leastSizes.map((leastCached) => ({ read, write, leastCached })) }
}

export const CHAT: Wire = {
  name: 'chat completions',
  format: 'openai-chat',
  caching: AUTOMATIC,
  ...pricesOf(AUTOMATIC),
}
export const WIRES: readonly Wire[] = [
  CHAT,
  { ...CHAT, name: 'chat completions at half price', caching: HALF_PRICE, ...pricesOf(HALF_PRICE) },
  { name: 'messages with cache marks', format: 'anthropic-messages', caching: ASKED, ...pricesOf(ASKED) },
  {
    name: 'messages with marks for an hour',
    format: 'anthropic-messages',
    caching: ASKED_FOR_LONG,
    ...pricesOf(ASKED_FOR_LONG),
  },
]

/** The real state of the cache at a request, and the state that the caller of the fold believes in. */
export interface CacheEvent {
  /** True if the cache has lost what was sent before. */
  readonly isLost: boolean
  /** True if the caller believes, rightly or wrongly, that the cache is cold. */
  readonly isThoughtCold: boolean
  /** True if a receipt reports the loss. */
  readonly hasReceipt: boolean
}

export const WARM: CacheEvent = { isLost: false, isThoughtCold: false, hasReceipt: true }

/** An original request and its folded form. */
export interface Played {
  readonly original: Sent
  readonly sent: Sent
  readonly isLost: boolean
}

interface PlayOptions {
  readonly cache?: (request: number) => CacheEvent
  readonly policy?: Policy
}

/** The requests of one session, original and folded. */
export function play(
  { format, caching }: Pick<Wire, 'format' | 'caching'>,
  messages: readonly WireMessage[],
  { cache = () => WARM, policy = DEFAULT_POLICY }: PlayOptions = {},
): Played[] {
  let state: FoldResult['state'] | undefined
  const cacheSigns: CacheSign[] = []
  return requestsOf(messages).map((request, number) => {
    const event = cache(number)
    const before = number > 0 ? cache(number - 1) : WARM
    const wasMissed = number > 1 && before.isLost && before.hasReceipt
    cacheSigns.push({ at: historyOf(request), isCold: event.isThoughtCold, wasMissed })
    const conversation = conversationOf(format, request)
    const input = { transcript: transcript(conversation), state, policy, count: countTokens, caching, cacheSigns }
    const folded = fold(input)
    state = folded.state
    const sent = measure(splice(conversation, folded.edits))
    return { original: measure(conversation.body.toString()), sent, isLost: event.isLost }
  })
}

/** Number of messages up to the last one of an assistant. */
function historyOf(request: readonly WireMessage[]): number {
  return request.findLastIndex(({ role }) => role === 'assistant') + 1
}

/** The bills after each request, the original request at full price, and the dearest original request so far. */
export function* billsOf(played: readonly Played[], model: Prices) {
  let before: Played | undefined
  const bill = { ours: 0, none: 0, newest: 0, full: 0 }
  for (const request of played) {
    const cached = request.isLost ? undefined : before
    bill.ours += price(model, cached?.sent, request.sent)
    bill.none += price(model, cached?.original, request.original)
    bill.newest = price(model, undefined, request.original)
    bill.full = Math.max(bill.full, bill.newest)
    yield bill
    before = request
  }
}
