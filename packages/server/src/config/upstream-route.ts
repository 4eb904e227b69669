import type { BaseAddress } from './base-address.ts'
import type { Provider } from './providers.ts'

/** Whose prices for cached input an upstream has. `none`: it has no cache that makes input cheaper. */
export const PRICE_MODELS = ['openai', 'anthropic', 'none'] as const

export type PriceModel = (typeof PRICE_MODELS)[number]

/**
 * Where requests of one API go, and how they are sent there. An operator's entry or one of the two defaults; its key is a
 * secret and stands in `Secrets`, under its name.
 */
export interface UpstreamRoute {
  readonly name: string
  readonly api: Provider
  /** Whether it is the provider itself of its API, which takes what no entry takes. */
  readonly isDefault: boolean
  /** Whether requests carry a key: false for a server that knows no keys. */
  readonly hasKey: boolean
  /** Patterns of models. Undefined: any request, those without a model included. */
  readonly models: readonly string[] | undefined
  /** Patterns of account names. Undefined: any account. */
  readonly accounts: readonly string[] | undefined
  readonly base: BaseAddress
  /** The header of the key. Undefined: as the API has it. */
  readonly keyHeader: string | undefined
  /** Headers that every request gets; flat, name and value in turn. */
  readonly headers: readonly string[]
  /** Names, in lower case and with hyphens for underscores, of the client's headers that are not sent. */
  readonly dropped: ReadonlySet<string>
  /** Parameters that every request gets, encoded; empty for none. */
  readonly query: string
  readonly path: PathTemplate | undefined
  readonly prices: PriceModel
  /** Tokens of the context window of its models, where the operator says so. */
  readonly window: number | undefined
}

/** How the path behind the base address is built. */
export interface PathTemplate {
  /** With `{path}` for the path of the API below the base address, and `{model}` for the model. */
  readonly template: string
  /** Prefixes of the client's paths that it is for. Undefined: all. */
  readonly prefixes: readonly string[] | undefined
}
