import { CACHE_TABLE, CacheModel, type CacheTable, createRecentMap } from '@pleat/core'
import { PROVIDER_NAMES, type Provider } from '../config/providers.ts'
import { PRICE_TABLE, type PriceTable } from './price-table.ts'
import builtIn from './prices.json' with { type: 'json' }

/** An input price, and the name of its model, family or provider, or `default`. */
export interface Price {
  /** A name of the table, never text of a request, so that it may be stored. */
  readonly name: string
  /** Micro-dollars (a millionth of a dollar) for a million input tokens. */
  readonly microDollarsPerMillion: number
}

/** A provider's prices for a million tokens of each kind, in micro-dollars. */
export interface TokenPrices {
  readonly name: string
  /** False for the built-in default and the built-in price of a provider, which are guesses. */
  readonly isKnown: boolean
  /** False if the other prices follow from the input price by the rates for all models. */
  readonly hasOwnRates: boolean
  readonly input: number
  readonly cachedInput: number
  readonly cacheWrite: number
  readonly output: number
}

/** The model and provider that a request names. */
export interface PriceHints {
  readonly model: string | undefined
  readonly provider: string | undefined
}

/** The model that a request names, and the provider whose API it uses. */
export interface ModelHints extends PriceHints {
  readonly provider: Provider | undefined
}

/** Looks up prices by model and provider. */
export interface PriceList {
  find(hints: PriceHints): Price
  /** Never undefined: an unknown model has the price of its family, its provider, or the default. */
  findAll(hints: ModelHints): TokenPrices
  /** How providers cache input; the operator's entries come first. */
  readonly caches: CacheTable
}

/** Models per provider whose prices are cached. */
const MAX_KNOWN = 1000

/** Suffixes of a model's name that do not change its price: dates (`0613` too), versions of a platform, `latest`. */
const SUFFIX = /-(?:\d{8}|\d{4}-\d{2}-\d{2}|(?:0\d|1[0-2])[0-3]\d|latest|preview|v\d+(?:-\d+)?)$/

/**
 * The built-in prices, overridden by `own`. A model in no table has the price of the first family whose words are all
 * in its name, else that of its provider, else the default.
 */
export function createPriceList(own: Partial<PriceTable> = {}): PriceList {
  const base = PRICE_TABLE.parse(builtIn)
  const models = new Map(
    Object.entries({ ...base.models, ...own.models }).map(([name, price]) => [plainName(name), { name, price }]),
  )
  const families = [...(own.families ?? []), ...base.families]
  const providers = new Map(Object.entries({ ...base.providers, ...own.providers }))
  const rates = [...(own.rates ?? []), ...base.rates].map((rate) => ({ ...rate, name: plainName(rate.name) }))
  const fallback = { ...priced('default', own.default ?? base.default ?? 0), isKnown: own.default !== undefined }
  const caches = [...(own.caches ?? []), ...CACHE_TABLE]

  function findModel(hint: string): FoundPrice | undefined {
    const name = plainName(hint)
    const known = models.get(name) ?? models.get(withoutSuffixes(name))
    if (known) return priced(known.name, known.price)
    const words = new Set(name.split('-'))
    const family = families.find((each) => each.words.every((part) => words.has(part)))
    return family && priced(`${family.words.join(' ')} family`, family.usd)
  }

  function findPrice({ model, provider }: PriceHints): FoundPrice {
    const byModel = model === undefined ? undefined : findModel(model)
    if (byModel) return byModel
    const name = provider?.trim().toLowerCase() ?? ''
    const byProvider = providers.get(name)
    if (byProvider === undefined) return fallback
    return { ...priced(`${name} default`, byProvider), isKnown: own.providers?.[name] !== undefined }
  }

  const known = {
    openai: createRecentMap<TokenPrices>(MAX_KNOWN),
    anthropic: createRecentMap<TokenPrices>(MAX_KNOWN),
    unknown: createRecentMap<TokenPrices>(MAX_KNOWN),
  }

  /** Cached, because every request asks and most requests use few models. */
  function findAll(hints: ModelHints): TokenPrices {
    const { model = '', provider = 'unknown' } = hints
    const before = known[provider].get(model)
    if (before) return before
    const prices = priceAll(hints)
    known[provider].set(model, prices)
    return prices
  }

  function priceAll(hints: PriceHints): TokenPrices {
    const { name, isKnown, microDollarsPerMillion: input } = findPrice(hints)
    const model = `-${plainName(hints.model ?? '')}-`
    const rate = rates.find((each) => each.name === '' || model.includes(`-${each.name}-`))
    const set = ownCaching(hints)
    const times = (factor: number) => Math.round(input * factor)
    return {
      name,
      isKnown,
      hasOwnRates: set.read !== undefined || (rate !== undefined && rate.name !== ''),
      input,
      cachedInput: times(set.read ?? rate?.cached ?? 1),
      cacheWrite: times(set.write ?? rate?.cache_write ?? 1),
      output: times(rate?.output ?? 1),
    }
  }

  /** The operator's prices for cache reads and writes, relative to fresh input. */
  function ownCaching({ model = '', provider }: PriceHints) {
    const named = PROVIDER_NAMES.filter((name) => provider === undefined || name === provider)
    const found = named.map((name) => new CacheModel(own.caches ?? [], name, model))
    const firstOf = (field: 'read' | 'write') =>
      found.map((each) => each.find(field)).find((value) => value !== undefined)
    return { read: firstOf('read'), write: firstOf('write') }
  }

  function find(hints: PriceHints): Price {
    const { name, microDollarsPerMillion } = findPrice(hints)
    return { name, microDollarsPerMillion }
  }

  return { find, findAll, caches }
}

/** A price is known if a table has the model or its family, or the operator's table has its provider or a default. */
type FoundPrice = Price & { readonly isKnown: boolean }

function priced(name: string, price: number): FoundPrice {
  return { name, isKnown: true, microDollarsPerMillion: Math.round(price * 1_000_000) }
}

/** Normalises spellings: `us.anthropic.claude-3.5-sonnet@20241022` equals `openrouter/claude-3-5-sonnet-20241022`. */
function plainName(name: string): string {
  const model = name.trim().toLowerCase().split('/').at(-1)!
  return model
    .replace(/^ft:([^:]*).*$/, '$1')
    .replace(/^(?:[a-z]{2,6}\.)?[a-z]+\.(?=[a-z])/, '')
    .split(/[.@: _-]+/)
    .join('-')
}

function withoutSuffixes(name: string): string {
  const shorter = name.replace(SUFFIX, '')
  return shorter === name ? name : withoutSuffixes(shorter)
}
