import type { BaseAddress } from './base-address.ts'
import type { Provider } from './providers.ts'

/** The provider whose cache prices an upstream has. `none`: no input is cheaper from a cache. */
export const PRICE_MODELS = ['openai', 'anthropic', 'none'] as const

export type PriceModel = (typeof PRICE_MODELS)[number]

/**
 * An upstream: an operator's entry or one of the two defaults. It determines which requests it takes and how they are
 * sent. Its key is a secret, in `Secrets` under its name.
 */
export interface UpstreamRoute {
  readonly name: string
  readonly api: Provider
  /** True if it is the default of its API, which takes requests that no entry matches. */
  readonly isDefault: boolean
  /** True if requests carry a key; false for a server without authentication. */
  readonly hasKey: boolean
  /** Patterns of models. Undefined: any request, also one without a model. */
  readonly models: readonly string[] | undefined
  /** Patterns of account names. Undefined: any account. */
  readonly accounts: readonly string[] | undefined
  readonly base: BaseAddress
  /** The header of the key. Undefined: the API's own. */
  readonly keyHeader: string | undefined
  /** Headers added to every request, as alternating names and values. */
  readonly headers: readonly string[]
  /** Client headers that are not sent, in lower case and with hyphens for underscores. */
  readonly dropped: ReadonlySet<string>
  /** Query parameters added to every request, encoded; may be empty. */
  readonly query: string
  readonly path: PathTemplate | undefined
  readonly prices: PriceModel
  /** Context window of its models in tokens; undefined: the window is found by the model's name. */
  readonly window: number | undefined
}

/** A template of the path after the base address. */
export interface PathTemplate {
  /** `{path}` is the path of the API below the base address, `{model}` the model. */
  readonly template: string
  /** Prefixes of client paths that the template applies to. Undefined: all. */
  readonly prefixes: readonly string[] | undefined
}
