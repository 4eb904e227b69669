import {
  type ContextError,
  type ContextWindow,
  createRecentMap,
  knownWindow,
  tokenProfileOf,
  type WireFormat,
} from '@pleat/core'
import type { WindowRoom } from '../compression/compression-port.ts'
import type { UpstreamRoute } from '../config/upstream-route.ts'
import type { Calibrations } from './calibrations.ts'
import type { SentTokens } from './sent-tokens.ts'

/** Largest number of combinations of the fields in `keyOf` that are remembered. */
const MAX_LEARNED = 1000
/** Plausible sizes of a window in tokens. A size outside of them is ignored. */
const LEAST_WINDOW = 256
const MAX_WINDOW = 100_000_000
/** Largest plausible ratio between the provider's count and ours. A larger one is ignored. */
const MAX_FACTOR = 8
/** Tokens reserved for the answer when the request states no limit: a share of the window, and a maximum. */
const ANSWER = { share: 0.125, mostTokens: 2048 }
/** A request whose limit for the answer exceeds this share of the window is treated as one without a limit. */
const MAX_ANSWER_SHARE = 0.9
/** Factor on the token counts of a model whose tokenizer is unknown. */
const UNSURE = 1.1
/** Share of a refused request that is assumed to fit, when the error names no figure. */
const REFUSED_SHARE = 0.75

/** The limits that errors of an upstream state for one model. */
interface Learned {
  readonly window: number
  /** Tokens of the model per raw token. */
  readonly factor: number
}

/** A conversation before it is sent to an upstream. */
export interface WindowQuestion {
  /** Limits from errors apply to this account alone: a provider's error may quote the request that caused it. */
  readonly accountId: string
  readonly upstream: Pick<UpstreamRoute, 'name' | 'window'>
  readonly format: WireFormat
  readonly model: string
  readonly answerTokens: number | undefined
  /** True if the client requests a longer window than the model has by default. */
  readonly isLongAsked: boolean
  /** True if the provider bills more than the counted text. Its count then says nothing about requests of text alone. */
  readonly hasUncounted: boolean
}

/** The context windows of models: configured by the operator, built in, or learned from providers' errors. */
export class ContextWindows {
  readonly #own: readonly ContextWindow[]
  readonly #calibrations: Pick<Calibrations, 'factorOf'>
  readonly #learned = createRecentMap<Learned>(MAX_LEARNED)
  /** Cached by model, so that the table is searched once. */
  readonly #known = createRecentMap<{ readonly window: number | undefined }>(MAX_LEARNED)

  constructor(own: readonly ContextWindow[], calibrations: Pick<Calibrations, 'factorOf'>) {
    this.#own = own
    this.#calibrations = calibrations
  }

  /** Tokens that a request may contain. Undefined if no window is known. */
  roomFor(question: WindowQuestion | undefined): WindowRoom | undefined {
    if (question === undefined) return undefined
    const { format, model, answerTokens: asked } = question
    const learned = this.#learned.get(keyOf(question))
    const window = Math.min(this.#knownFor(question), learned?.window ?? Number.POSITIVE_INFINITY)
    if (window === Number.POSITIVE_INFINITY) return undefined
    const usual = Math.min(ANSWER.mostTokens, Math.floor(ANSWER.share * window))
    const answer = asked === undefined || asked > MAX_ANSWER_SHARE * window ? usual : asked
    const profile = tokenProfileOf(model, format)
    const calibrated = this.#calibrations.factorOf(model)
    const factor = calibrated ?? profile.factor * (profile.isExact || learned ? 1 : UNSURE)
    return { tokens: window - answer, factor: Math.max(factor, learned?.factor ?? 0) }
  }

  /** Learns from a provider's error. Returns true if a smaller request may succeed. */
  learn(question: WindowQuestion, error: ContextError, sent: SentTokens): boolean {
    const { model, format, answerTokens = 0 } = question
    const profile = tokenProfileOf(model, format)
    const before = this.#learned.get(keyOf(question))
    const said = sent.isCounted ? (error.promptTokens ?? 0) / Math.max(1, sent.tokens) : 0
    const factor = Math.max(said <= MAX_FACTOR ? said : 0, before?.factor ?? profile.factor)
    const atMost = before?.window ?? this.#knownFor(question)
    const guessed = REFUSED_SHARE * Math.min(factor * sent.tokens + answerTokens, atMost)
    const window = Math.floor(error.windowTokens ?? guessed)
    if (window < LEAST_WINDOW || window > MAX_WINDOW) return false
    this.#learned.set(keyOf(question), { window, factor })
    return true
  }

  /** The configured or built-in window. Infinite if it is unknown, or if the client requests a longer one. */
  #knownFor({ upstream, model, isLongAsked }: WindowQuestion): number {
    if (isLongAsked) return Number.POSITIVE_INFINITY
    return upstream.window ?? this.#windowOf(model) ?? Number.POSITIVE_INFINITY
  }

  #windowOf(model: string): number | undefined {
    const before = this.#known.get(model)
    if (before) return before.window
    const window = knownWindow(model, this.#own)
    this.#known.set(model, { window })
    return window
  }
}

function keyOf({ accountId, upstream, model, isLongAsked, hasUncounted }: WindowQuestion): string {
  return `${accountId}\n${upstream.name}\n${model}\n${isLongAsked}\n${hasUncounted}`
}
