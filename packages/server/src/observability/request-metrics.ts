import { firstAtAddress, type ProviderAddress } from '../config/provider-addresses.ts'
import type { PriceList } from '../money/prices.ts'
import { type Exchange, ownMilliseconds } from '../proxy/exchange.ts'
import { ModelLabels, outcomeLabel, statusLabel } from './closed-sets.ts'
import { errorTypeOf, finalStatus, isFailed } from './finished-request.ts'
import { growingBounds, Histogram } from './histogram.ts'
import { operationOf } from './operations.ts'
import { Count, SeriesTable } from './series-table.ts'

/** Bounds from 1 ms to about 9 minutes: a model may take minutes. */
const DURATIONS = growingBounds(0.001, 3, 13)
/** Bounds from 0.1 ms to about 3 s. */
const OVERHEADS = growingBounds(0.0001, 2, 16)
/** Bounds of the GenAI conventions. */
const CALL_DURATIONS = growingBounds(0.01, 2, 14)
const TOKEN_COUNTS = growingBounds(1, 4, 14)

/** Limit of series per name. Further ones are counted together as `other`. */
const MAX_SERIES = 1000

class Timing {
  readonly duration = new Histogram(DURATIONS)
  readonly overhead = new Histogram(OVERHEADS)
}

class Tokens {
  original = 0
  optimized = 0
  observedSaved = 0
  billedInput = 0
  billedCached = 0
  cacheWrites = 0
  output = 0
  foldMoves = 0
  /** Billed input tokens that were not read from a cache, in requests in which the fold moved. */
  moveUncached = 0
}

/** Calls of one operation of one model. */
export class Calls {
  readonly durations = new SeriesTable({
    labels: ['error.type'],
    limit: 100,
    create: () => new Histogram(CALL_DURATIONS),
  })
  readonly firstChunks = new Histogram(CALL_DURATIONS)
  readonly inputTokens = new Histogram(TOKEN_COUNTS)
  readonly outputTokens = new Histogram(TOKEN_COUNTS)
  cacheReadTokens = 0
  cacheWriteTokens = 0
  reasoningTokens = 0
}

/** Counts of finished requests, from which the metrics are read. A series is allocated at its first request. */
export class RequestMetrics {
  readonly requests = new SeriesTable({
    labels: ['route', 'status', 'outcome'],
    limit: MAX_SERIES,
    create: () => new Count(),
  })
  readonly timings = new SeriesTable({ labels: ['route'], limit: MAX_SERIES, create: () => new Timing() })
  readonly tokens = new SeriesTable({ labels: ['model'], limit: MAX_SERIES, create: () => new Tokens() })
  readonly refusals = new SeriesTable({ labels: ['code'], limit: MAX_SERIES, create: () => new Count() })
  readonly answers = new SeriesTable({ labels: ['end'], limit: MAX_SERIES, create: () => new Count() })
  readonly calls = new SeriesTable({
    labels: ['gen_ai.operation.name', 'upstream', 'gen_ai.request.model'],
    limit: MAX_SERIES,
    create: () => new Calls(),
  })
  readonly #models: ModelLabels
  readonly #firstAtAddress: ReadonlyMap<string, string>
  #underWay = 0

  constructor({ prices, addresses }: { prices: PriceList; addresses: Readonly<Record<string, ProviderAddress>> }) {
    this.#models = new ModelLabels(prices)
    this.#firstAtAddress = firstAtAddress(addresses)
  }

  /** Requests in flight. */
  get underWay(): number {
    return this.#underWay
  }

  enter(): void {
    this.#underWay++
  }

  leave(): void {
    this.#underWay--
  }

  /** Counts a finished request. */
  add(exchange: Exchange): void {
    const { pattern } = exchange
    const status = statusLabel(finalStatus(exchange))
    this.requests.of(pattern, status, outcomeLabel(exchange.outcome)).value++
    const timing = this.timings.of(pattern)
    const now = performance.now()
    timing.duration.observe((now - exchange.startedAt) / 1000)
    if (exchange.errorCode !== undefined) this.refusals.of(exchange.errorCode).value++
    if (exchange.end !== undefined) this.answers.of(exchange.end).value++
    if (exchange.sentAt === undefined) {
      if (exchange.figures.original > 0) this.#countTokens(exchange)
      return
    }
    timing.overhead.observe(Math.max(0, exchange.overheadMs ?? ownMilliseconds(exchange)) / 1000)
    this.#countTokens(exchange)
    this.#countCall(exchange, { status, now })
  }

  #countTokens(exchange: Exchange): void {
    const { model, figures, observedTokens, usage, hasMoved } = exchange
    const hasFailed = isFailed(exchange)
    if ((hasFailed || figures.original === 0) && usage === undefined) return
    const tokens = this.tokens.of(this.#models.of(model ?? ''))
    if (!hasFailed) {
      tokens.original += figures.original
      tokens.optimized += figures.optimized
      tokens.observedSaved += observedTokens
      if (hasMoved) tokens.foldMoves++
    }
    if (usage === undefined) return
    tokens.billedInput += usage.inputTokens
    tokens.billedCached += usage.cachedTokens
    tokens.cacheWrites += usage.cacheWriteTokens
    tokens.output += usage.outputTokens
    if (hasMoved && !hasFailed) tokens.moveUncached += Math.max(0, usage.inputTokens - usage.cachedTokens)
  }

  #countCall(exchange: Exchange, { status, now }: { status: string; now: number }): void {
    const { pattern, upstream, sentAt, firstChunkAt, usage, model } = exchange
    const operation = operationOf(pattern, exchange.request.method)
    if (operation === undefined || upstream === undefined) return
    // The model is unknown if the body was passed on unread.
    const modelLabel = operation === 'chat' ? this.#models.of(model ?? '') : ''
    const calls = this.calls.of(operation, this.#firstAtAddress.get(upstream) ?? upstream, modelLabel)
    const seconds = (now - sentAt!) / 1000
    calls.durations.of(errorTypeOf(exchange, status) ?? '').observe(seconds)
    if (exchange.isStream && firstChunkAt !== undefined) calls.firstChunks.observe((firstChunkAt - sentAt!) / 1000)
    if (usage === undefined) return
    calls.inputTokens.observe(usage.inputTokens)
    calls.outputTokens.observe(usage.outputTokens)
    calls.cacheReadTokens += usage.cachedTokens
    calls.cacheWriteTokens += usage.cacheWriteTokens
    calls.reasoningTokens += usage.reasoningTokens ?? 0
  }
}
