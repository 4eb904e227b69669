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

/** Upstreams and models of which something is remembered. */
const MOST_LEARNED = 1000
/** A window outside of these, in tokens, is no window. */
const LEAST_WINDOW = 256
const MOST_WINDOW = 100_000_000
/** A provider may count so many times what is counted here; more is about something else. */
const MOST_FACTOR = 8
/** Room for the answer where the request does not say: a share of the window, and most tokens. */
const ANSWER = { share: 0.125, mostTokens: 2048 }
/** A request that asks for more than this share of the window as its answer is not bounded by it. */
const MOST_ANSWER_SHARE = 0.9
/** Left free where nobody knows how the model counts. */
const UNSURE = 1.1
/** What is taken to fit after a request of so many tokens was refused without a figure. */
const REFUSED_SHARE = 0.75

/** What the errors of an upstream say of one model. */
interface Learned {
  readonly window: number
  /** Tokens of the model for each raw one. */
  readonly factor: number
}

/** A conversation on its way to an upstream. */
export interface WindowQuestion {
  readonly upstream: Pick<UpstreamRoute, 'name' | 'window'>
  readonly format: WireFormat
  readonly model: string
  readonly answerTokens: number | undefined
  /** Whether the client asks for a longer window than the model has by itself. */
  readonly isLongAsked: boolean
}

/** The context windows of models: the operator's, the built-in ones, and what the providers' own errors say. */
export class ContextWindows {
  readonly #own: readonly ContextWindow[]
  readonly #calibrations: Pick<Calibrations, 'factorOf'>
  readonly #learned = createRecentMap<Learned>(MOST_LEARNED)
  /** By model, so that no request goes through the table again. */
  readonly #known = createRecentMap<{ readonly window: number | undefined }>(MOST_LEARNED)

  constructor(own: readonly ContextWindow[], calibrations: Pick<Calibrations, 'factorOf'>) {
    this.#own = own
    this.#calibrations = calibrations
  }

  /** What a request may have; undefined where no window is known. */
  roomFor(question: WindowQuestion | undefined): WindowRoom | undefined {
    if (question === undefined) return undefined
    const { upstream, format, model, answerTokens: asked } = question
    const learned = this.#learned.get(keyOf(question))
    const known = question.isLongAsked ? undefined : (upstream.window ?? this.#windowOf(model))
    const window = Math.min(known ?? Number.POSITIVE_INFINITY, learned?.window ?? Number.POSITIVE_INFINITY)
    if (window === Number.POSITIVE_INFINITY) return undefined
    const usual = Math.min(ANSWER.mostTokens, Math.floor(ANSWER.share * window))
    const answer = asked === undefined || asked > MOST_ANSWER_SHARE * window ? usual : asked
    const profile = tokenProfileOf(model, format)
    const calibrated = this.#calibrations.factorOf(model)
    const factor = calibrated ?? profile.factor * (profile.isExact || learned ? 1 : UNSURE)
    return { tokens: window - answer, factor: Math.max(factor, learned?.factor ?? 0) }
  }

  /** Takes in what a provider said of a request; whether a tighter one has a chance. */
  learn(question: WindowQuestion, error: ContextError, sent: SentTokens): boolean {
    const { upstream, model, format, answerTokens = 0 } = question
    const profile = tokenProfileOf(model, format)
    const before = this.#learned.get(keyOf(question))
    const said = sent.isCounted ? (error.promptTokens ?? 0) / Math.max(1, sent.tokens) : 0
    const factor = Math.max(said <= MOST_FACTOR ? said : 0, before?.factor ?? profile.factor)
    const known = upstream.window ?? this.#windowOf(model) ?? Number.POSITIVE_INFINITY
    const guessed = REFUSED_SHARE * Math.min(factor * sent.tokens + answerTokens, before?.window ?? known)
    const window = Math.floor(error.windowTokens ?? guessed)
    if (window < LEAST_WINDOW || window > MOST_WINDOW) return false
    this.#learned.set(keyOf(question), { window, factor })
    return true
  }

  #windowOf(model: string): number | undefined {
    const before = this.#known.get(model)
    if (before) return before.window
    const window = knownWindow(model, this.#own)
    this.#known.set(model, { window })
    return window
  }
}

function keyOf({ upstream, model }: WindowQuestion): string {
  return `${upstream.name}\n${model}`
}
