import { z } from 'zod'
import { BASE_ADDRESS, isBaseAddress } from './base-address.ts'
import { PROVIDER_NAMES } from './providers.ts'
import { PRICE_MODELS } from './upstream-route.ts'

/** Headers that this server sets itself, for the connection, the body or its own clients. */
const OWN_HEADERS =
  /^(?:connection|content-encoding|content-length|cookie|expect|host|keep-alive|te|trailer|transfer-encoding|upgrade|proxy-.*|x-service-.*)$/i

const WINDOW = 'tokens of the context window, a whole number from 256 on'

const PLACEHOLDERS = /\{(?:path|model)\}/g

/** One entry of PLEAT_UPSTREAMS. Errors name the allowed values and never the rejected one, which may be a key. */
export const UPSTREAM_ENTRY = z.strictObject(
  {
    name: text(/^[A-Za-z0-9][\w.-]{0,62}$/, 'a name of letters, digits and . _ -, at most 63'),
    api: oneOf(PROVIDER_NAMES),
    url: checked(isBaseAddress, BASE_ADDRESS),
    models: patterns('model names').optional(),
    accounts: patterns('account names').optional(),
    key: z
      .string(must('a key, env:NAME or file:PATH, in quotes'))
      .min(1, must('a key, env:NAME or file:PATH'))
      .optional(),
    header: headerName().optional(),
    headers: z
      .record(
        headerName(),
        text(/^[\t\x20-\x7e]*$/, 'printable ASCII text, or null to leave the header out').nullable(),
      )
      .optional(),
    query: z
      .record(z.string().min(1), z.string(must('text in quotes')), must('an object of names and values'))
      .optional(),
    path: checked(isTemplate, 'a path with {path} in it, such as /deployments/{model}{path}').optional(),
    path_for: z
      .array(text(/^\/v1(?:\/[\w.:-]+)+$/, 'a path prefix, such as /v1/embeddings'), must('a list of path prefixes'))
      .min(1, must('a list of path prefixes'))
      .optional(),
    prices: oneOf(PRICE_MODELS).optional(),
    window: z.int(must(WINDOW)).min(256, must(WINDOW)).max(100_000_000, must(WINDOW)).optional(),
  },
  { error: ({ code }) => (code === 'unrecognized_keys' ? undefined : 'must be an object') },
)

export type UpstreamEntry = z.output<typeof UPSTREAM_ENTRY>

function must(allowed: string): { error: (issue: { input?: unknown }) => string } {
  return { error: ({ input }) => (input === undefined ? `is missing; it must be ${allowed}` : `must be ${allowed}`) }
}

function text(pattern: RegExp, allowed: string) {
  return checked((value) => pattern.test(value), allowed)
}

function checked(isAllowed: (value: string) => boolean, allowed: string) {
  return z.string(must(allowed)).refine(isAllowed, { error: `must be ${allowed}` })
}

function oneOf<const Names extends readonly string[]>(names: Names) {
  return z.enum(names, must(`one of ${names.join(', ')}`))
}

function patterns(ofWhat: string) {
  const allowed = `a list of ${ofWhat}, in which * matches any characters`
  return z.array(z.string(must(allowed)).min(1, { error: `must be ${allowed}` }), must(allowed)).min(1, must(allowed))
}

function headerName() {
  return checked(
    (name) => /^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/.test(name) && !OWN_HEADERS.test(name),
    'the name of a header that is not about the connection or the body',
  )
}

function isTemplate(template: string): boolean {
  if (!/^(?:\/|\{path\})/.test(template) || template.split('{path}').length !== 2) return false
  const segments = template.replace(PLACEHOLDERS, 'x').replace(/^\//, '').split('/')
  return segments.every((segment) => /^[\w.~:@+-]+$/.test(segment) && !/^\.+$/.test(segment))
}
