import { readFileSync } from 'node:fs'
import { baseAddress, exactBaseAddress } from './base-address.ts'
import { closestName } from './closest-name.ts'
import type { Provider } from './providers.ts'
import { PROVIDER_NAMES } from './providers.ts'
import type { PriceModel, UpstreamRoute } from './upstream-route.ts'
import { UPSTREAM_ENTRY, type UpstreamEntry } from './upstream-schema.ts'

/** The result of reading PLEAT_UPSTREAMS, and a sentence for each problem, without keys and values of entries. */
interface Read<Part> {
  readonly found: readonly Part[]
  readonly problems: readonly string[]
}

const VARIABLE = 'PLEAT_UPSTREAMS'

/** Reads the upstreams in `value`: JSON, or the path of a JSON file. Do not use them if there are problems. */
export function readUpstreams(value: string | undefined): Read<UpstreamRoute> {
  const names = new Set<string>()
  return readEntries(value, (entry, report) => {
    if (isDefaultName(entry.name)) report(`name must not be ${entry.name}, which is the name of the default upstream`)
    if (names.has(entry.name)) report('name is already used by an earlier entry')
    names.add(entry.name)
    if (entry.path_for && !entry.path) report('path_for needs a path')
    return routeOf(entry)
  })
}

/** Reads the keys of the upstreams in `value`, with upstream names. A key may be in a variable or a file. */
export function readUpstreamKeys(
  value: string | undefined,
  variables: Readonly<Record<string, string | undefined>>,
): Read<readonly [name: string, key: string]> {
  return readEntries(value, ({ name, key: given }, report) => {
    const key = given === undefined ? undefined : readKey(given, variables, report)
    return key === undefined ? undefined : [name, key]
  })
}

type Report = (problem: string) => void

function readEntries<Part>(
  value: string | undefined,
  read: (entry: UpstreamEntry, report: Report) => Part | undefined,
): Read<Part> {
  const found: Part[] = []
  const problems: string[] = []
  for (const [index, given] of (value === undefined ? [] : entriesIn(value, problems)).entries()) {
    const report = (problem: string) => void problems.push(`${VARIABLE}, ${labelOf(given, index)}: ${problem}`)
    const parsed = UPSTREAM_ENTRY.safeParse(given)
    for (const issue of parsed.error?.issues ?? []) report(describeIssue(issue))
    const part = parsed.success ? read(parsed.data, report) : undefined
    if (part !== undefined) found.push(part)
  }
  return { found, problems }
}

/** A sentence for each upstream that no request can reach. */
export function unusedUpstreams(routes: readonly UpstreamRoute[]): string[] {
  return routes.flatMap((route, index) => {
    const before = routes.slice(0, index).find(({ api, models, accounts }) => api === route.api && !models && !accounts)
    return before
      ? [`${VARIABLE}: ${route.name} is never used, because ${before.name} before it takes every request`]
      : []
  })
}

/** The default upstream of an API, for requests that no entry matches. */
export function defaultUpstream(api: Provider, url: string, prices: PriceModel = api): UpstreamRoute {
  return { ...routeOf({ name: api, api, url, prices }), isDefault: true, hasKey: true }
}

function entriesIn(value: string, problems: string[]): readonly unknown[] {
  const json = /^[[{]/.test(value) ? value : readFile(value, (reason) => problems.push(unreadable(value, reason)))
  if (json === undefined) return []
  try {
    const entries: unknown = JSON.parse(json)
    if (Array.isArray(entries)) return entries
    problems.push(`${VARIABLE} must be a list of entries, such as [{"name": "local", "api": "openai", "url": ...}]`)
  } catch (error) {
    // The rest of the message quotes the text, which may contain keys.
    const place = /\(line \d+ column \d+\)/.exec((error as Error).message)?.[0]
    problems.push(`${VARIABLE} is not valid JSON${place ? ` ${place}` : ''}`)
  }
  return []
}

function unreadable(path: string, reason: string): string {
  const shown = /^[\w./\\:~ -]{1,200}$/.test(path) ? ` ${path}` : ''
  return `${VARIABLE} must be JSON that starts with [, or the path of a file of it; the file${shown} ${reason}`
}

function readFile(path: string, onProblem: (reason: string) => void): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    onProblem(`cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown error'})`)
    return undefined
  }
}

/** The entry's position from 1 on, and its name if it is valid. */
function labelOf(entry: unknown, index: number): string {
  const name = (entry as { name?: unknown } | null)?.name
  const isShown = typeof name === 'string' && UPSTREAM_ENTRY.shape.name.safeParse(name).success
  return isShown ? `entry ${index + 1} ("${name}")` : `entry ${index + 1}`
}

function describeIssue(issue: {
  code?: string
  path: readonly PropertyKey[]
  message: string
  keys?: string[]
}): string {
  if (issue.code === 'unrecognized_keys') return (issue.keys ?? []).map(describeUnknownField).join('; ')
  const field = issue.path.map((step) => (typeof step === 'number' ? step + 1 : String(step))).join(' ')
  // Zod reports an invalid key of a record without its message.
  if (issue.code === 'invalid_key')
    return `${issue.path[0] === undefined ? '' : `${String(issue.path[0])} `}has a name that is not allowed`
  return `${field} ${issue.message}`.trim()
}

function describeUnknownField(field: string): string {
  const known = Object.keys(UPSTREAM_ENTRY.shape)
  const closest = closestName(field, known)
  const shown = /^[\w-]{1,30}$/.test(field) ? `${field} ` : 'a field '
  return `${shown}is not known${closest ? `; did you mean ${closest}?` : `; fields are ${known.join(', ')}`}`
}

function readKey(
  given: string,
  variables: Readonly<Record<string, string | undefined>>,
  report: Report,
): string | undefined {
  const [, source, name = ''] = /^(env|file):(.*)$/s.exec(given) ?? []
  let key: string | undefined = given
  if (source === 'env') {
    key = variables[name]?.trim()
    if (!key)
      return void report(`key needs the variable ${/^\w{1,60}$/.test(name) ? name : 'behind env:'}, which is not set`)
  } else if (source === 'file') {
    key = readFile(name, (reason) => report(`key needs the file behind file:, which ${reason}`))?.trim()
    if (key === '') report('key needs the file behind file:, which is empty')
    if (!key) return undefined
  }
  if (/^[\x21-\x7e]+$/.test(key)) return key
  return void report('key must be printable ASCII characters without spaces')
}

function routeOf(entry: UpstreamEntry): UpstreamRoute {
  const { name, api, url, models, accounts, header, headers = {}, query = {}, path, path_for } = entry
  return {
    name,
    api,
    isDefault: false,
    hasKey: entry.key !== undefined,
    models,
    accounts,
    // A template states where the version is, so the base URL is not changed.
    base: path === undefined ? baseAddress(url, api) : exactBaseAddress(url),
    keyHeader: header,
    headers: Object.entries(headers).flatMap(([of, value]) => (value === null ? [] : [of, value])),
    dropped: new Set([...(header ? [header] : []), ...Object.keys(headers)].map(droppedName)),
    query: new URLSearchParams(query).toString(),
    path: path === undefined ? undefined : { template: path, prefixes: path_for },
    prices: entry.prices ?? api,
    window: entry.window,
  }
}

/** Normalises a header name, because some servers treat underscores as hyphens. */
function droppedName(header: string): string {
  return header.toLowerCase().replaceAll('_', '-')
}

function isDefaultName(name: string): boolean {
  return PROVIDER_NAMES.some((provider) => provider === name)
}
