import { ServiceError } from '../errors.ts'
import { type GateDeps, takeSlot } from '../gate/admit.ts'
import type { Caller } from '../gate/key-port.ts'
import { readTarget } from '../gate/request-target.ts'
import type { ProxyRoute } from '../provider-apis/provider-api.ts'
import { type Collection, CURSORS } from '../provider-apis/stored-objects.ts'
import type { Exchange } from './exchange.ts'
import type { Forwarding } from './forward.ts'
import { idsIn, memberOf, parseAnswer } from './object-fields.ts'
import { peekAnswer } from './peek-answer.ts'
import type { SharedObjects } from './shared-objects.ts'
import type { UpstreamAnswer } from './upstream-port.ts'
import { WholeAnswer } from './whole-answer.ts'

/** Pages of the provider that are read for one page of the client. Each of them takes a slot of the client's minute. */
const MAX_PAGES = 50
/** Largest page that providers allow, used after the first page, and their default size. */
const PAGE_SIZE = 100
const USUAL_SIZE = 20
const MAX_PAGE_BYTES = 16 * 1024 * 1024

export interface ListDeps extends GateDeps {
  readonly sharedObjects: SharedObjects
}

interface ListRequest {
  readonly caller: Caller
  readonly route: ProxyRoute
  readonly collection: Collection
  readonly forwarding: Forwarding
}

/**
 * Returns a page of a provider's list with only those objects that the caller may see. If a page contains none, the next
 * one is requested, because SDKs take an empty page for the end.
 * @throws {ServiceError} rate_limited, upstream_unreachable, busy
 */
export async function listObjects(deps: ListDeps, exchange: Exchange, request: ListRequest): Promise<UpstreamAnswer> {
  const { provider } = request.route.api
  const { sharedObjects } = deps
  const { fields, owner } = request.collection
  const asked = new URLSearchParams(readTarget(exchange.request.url).query)
  const cursors = CURSORS[provider]
  const isBackwards = asked.has(cursors.before)
  const most = sizeOf(asked)
  let query: string | undefined
  let isShortened = false
  for (let page = 0; page < MAX_PAGES; page++) {
    if (page > 0) await takeSlot(deps, exchange)
    const answer = await request.forwarding.send(undefined, { query, isPlain: true })
    if (answer.status >= 300) return answer
    const peeked = await peekAnswer(answer, MAX_PAGE_BYTES)
    const list = parseAnswer(peeked.body)
    const items = memberOf(list, 'data')
    if (!Array.isArray(items)) throw unreadable(peeked)
    const ownerOf = (item: unknown) => idsIn(item, [owner])[0] ?? ''
    const usable = await sharedObjects.usable(request.caller, provider, items.map(ownerOf).filter(Boolean))
    const kept = items.filter((item) => usable.has(ownerOf(item)))
    await sharedObjects.claim(
      request.caller,
      provider,
      kept.flatMap((item) => idsIn(item, fields)),
    )
    if (kept.length === items.length && page === 0) return peeked
    const token = memberOf(list, 'next_page')
    const hasMore = memberOf(list, 'has_more') === true || typeof token === 'string'
    if (kept.length > most && token !== undefined && query !== undefined && !isShortened) {
      // A token leads behind the whole page, so the page is requested again up to the last object that fits.
      query = withLimit(query, items.indexOf(kept[most - 1]) + 1)
      isShortened = true
      continue
    }
    if (kept.length > 0 || !hasMore) {
      const cut = isBackwards ? kept.slice(-most) : kept.slice(0, most)
      const data = token === undefined ? cut : kept
      return filtered(answer, { list, data, hasMore: hasMore || data.length < kept.length })
    }
    query = nextQuery(asked, { token, items, cursors, isBackwards })
    if (query === undefined) return filtered(answer, { list, data: [], hasMore: false })
  }
  throw new ServiceError('busy', {
    message: `${MAX_PAGES} pages of objects under this server's provider key contain none of this account. An account with its own provider key has its own list.`,
  })
}

function filtered(
  answer: UpstreamAnswer,
  page: { list: unknown; data: readonly unknown[]; hasMore: boolean },
): UpstreamAnswer {
  const { data, hasMore } = page
  const list: Record<string, unknown> = { ...(page.list as object), data }
  if ('has_more' in list) list.has_more = hasMore
  if ('first_id' in list) list.first_id = data.length > 0 ? idOf(data[0]) : null
  if ('last_id' in list) list.last_id = data.length > 0 ? idOf(data.at(-1)) : null
  return new WholeAnswer(answer, Buffer.from(JSON.stringify(list)))
}

function sizeOf(asked: URLSearchParams): number {
  const size = Number(asked.get('limit') ?? USUAL_SIZE)
  return Number.isInteger(size) && size > 0 ? size : USUAL_SIZE
}

/** The query for the next page, or the previous one if the client goes backwards. Undefined without one. */
function nextQuery(
  asked: URLSearchParams,
  page: {
    token: unknown
    items: readonly unknown[]
    cursors: { after: string; before: string }
    isBackwards: boolean
  },
): string | undefined {
  const next = new URLSearchParams(asked)
  const { token, cursors, isBackwards } = page
  const { after, before } = cursors
  const edge = idOf(isBackwards ? page.items[0] : page.items.at(-1))
  if (typeof token === 'string') next.set('page', token)
  else if (edge !== '') next.set(isBackwards ? before : after, edge)
  else return undefined
  return withLimit(next, PAGE_SIZE)
}

function withLimit(query: string | URLSearchParams, limit: number): string {
  const next = new URLSearchParams(query)
  next.set('limit', String(limit))
  return `?${next}`
}

function idOf(item: unknown): string {
  const id = memberOf(item, 'id')
  return typeof id === 'string' ? id : ''
}

function unreadable(answer: UpstreamAnswer): ServiceError {
  answer.abort()
  return new ServiceError('upstream_unreachable', {
    message:
      'The list of the provider could not be read, so objects of other accounts could not be removed from it. Try again later.',
  })
}
