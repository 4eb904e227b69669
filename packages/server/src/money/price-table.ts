import { z } from 'zod'
import { PROVIDER_NAMES } from '../config/providers.ts'

const usd = between(0, 10_000)
/** Relative to the price of a fresh input token. */
const factor = between(0, 1000)
const tokens = between(0, 1_000_000)
const note = z.string().optional()
const words = z.array(z.string().regex(/^[a-z0-9]+$/, 'must be a word of lower-case letters and digits'), {
  error: 'must be a list of words',
})
const modelName = z.string().min(1, 'must not be empty').max(100, 'must have at most 100 characters')

/** Prices of other tokens relative to the input price, for models whose names contain `name`; empty: for all. */
const RATES = strict({
  name: z.string('must be a name').max(100, 'must have at most 100 characters'),
  cached: factor.optional(),
  cache_write: factor.optional(),
  output: factor,
})

/** How a provider caches the input of a family of models. The built-in table supplies absent fields. */
const CACHES = strict({
  provider: z.enum(PROVIDER_NAMES, `must be ${PROVIDER_NAMES.join(' or ')}`),
  words: words.default([]),
  cached: z.boolean('must be true or false').optional(),
  read: factor.optional(),
  write: factor.optional(),
  write_hour: factor.optional(),
  least_tokens: tokens.optional(),
  step_tokens: between(1, 1_000_000).optional(),
  lifetime_minutes: between(1, 100_000).optional(),
})

/** The schema of a price table, built-in or the operator's. Prices are USD per million input tokens. */
export const PRICE_TABLE = strict({
  as_of: note,
  unit: note,
  source: note,
  note,
  models: z.record(modelName, usd, 'must be an object of models and prices').default({}),
  families: list(strict({ words: words.min(1, 'must have a word'), usd })),
  providers: z.record(modelName, usd, 'must be an object of providers and prices').default({}),
  rates: list(RATES),
  caches: list(CACHES),
  default: usd.optional(),
})

export type PriceTable = z.output<typeof PRICE_TABLE>

/** Every problem of a table, each with its entry and field. */
export function priceTableProblems(table: unknown, { issues }: z.ZodError): string[] {
  return issues.map(({ path: [list, place, ...field], message }) => {
    if (list === undefined) return `the file ${message}`
    if (typeof place !== 'number') return [list, place, message].filter((part) => part !== undefined).join(' ')
    const entry = (table as Record<PropertyKey, readonly unknown[]>)[list]?.[place]
    return [`${String(list)}[${place}]`, nameOf(entry), ...field.map(String), message].filter(Boolean).join(' ')
  })
}

/** The provider, name and words of an entry, which identify it in an error. */
function nameOf(entry: unknown): string {
  const { provider, words: named, name } = (entry ?? {}) as Record<string, unknown>
  const parts = [provider, name, ...(Array.isArray(named) ? named : [])].filter((part) => typeof part === 'string')
  return parts.length > 0 ? `(${parts.join(' ').slice(0, 100)})` : ''
}

function between(least: number, most: number) {
  const error = `must be a number from ${least} to ${most.toLocaleString('en-US')}`
  return z.number(error).min(least, error).max(most, error)
}

function list<Entry extends z.ZodType>(entry: Entry) {
  return z.array(entry, 'must be a list').default([])
}

/** An object without unknown fields: the price in a misspelt field would be ignored. */
function strict<Shape extends z.ZodRawShape>(shape: Shape) {
  return z.strictObject(shape, {
    error: (issue) =>
      issue.code === 'unrecognized_keys'
        ? `has no field ${(issue.keys as string[]).join(', ')}; the fields are ${Object.keys(shape).join(', ')}`
        : 'must be an object',
  })
}
