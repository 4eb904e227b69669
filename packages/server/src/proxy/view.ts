import { isAscii, isUtf8 } from 'node:buffer'
import { type Conversation, type Hash, type MessageMemo, readRequest, type WireFormat } from '@pleat/core'
import { ServiceError } from '../errors.ts'
import type { Log } from '../ports.ts'
import { BodyBytes } from './body-bytes.ts'
import type { Counters } from './counters.ts'
import type { RecentBodies } from './recent-bodies.ts'

/** What the body turned out to be; an opaque one goes out as it came. */
export type View =
  | { readonly kind: 'conversation'; readonly conversation: Conversation }
  | { readonly kind: 'opaque'; readonly reason: string; readonly model: string }

export interface ViewDeps {
  readonly hash: Hash
  /** The same hash, of the bytes of a text. */
  readonly hashBytes: (bytes: Uint8Array) => string
  readonly messageMemo: MessageMemo
  readonly recentBodies: RecentBodies
  readonly log: Log
  readonly counters: Counters
}

/** From this many bytes on, a body is read from its bytes; a string of fewer is made and read at less cost. */
const LONG_BODY = 16 * 1024

/**
 * The view of `body`, which is not to be changed or freed as long as anybody reads the view. What this version cannot
 * read is opaque and not refused, an error of the reader included.
 * @throws {ServiceError} invalid_json, invalid_request: what no provider could read either.
 */
export function readView(deps: ViewDeps, format: WireFormat, body: Buffer): View {
  if (!isUtf8(body)) throw new ServiceError('invalid_json')
  const result = tryToRead(deps, format, body)
  if (result.kind !== 'invalid') return result
  if (result.field === undefined) throw new ServiceError('invalid_json', { message: result.message })
  throw new ServiceError('invalid_request', { message: result.message, parameter: result.field })
}

function tryToRead(deps: ViewDeps, format: WireFormat, body: Buffer): ReturnType<typeof readRequest> {
  try {
    const context = { hash: deps.hash, memo: deps.messageMemo }
    const hashSpan = (from: number, to: number) => deps.hashBytes(body.subarray(from, to))
    if (body.length >= LONG_BODY) {
      const knownShape = deps.recentBodies.shapesIn(body, format)
      return readRequest(new BodyBytes(body), format, { ...context, countsBytes: true, hashSpan, knownShape })
    }
    // Without other characters a part of the text is that part of the bytes, which are hashed without a copy.
    return readRequest(body.toString('utf8'), format, { ...context, hashSpan: isAscii(body) ? hashSpan : undefined })
  } catch (error) {
    deps.counters.add('view_failed')
    deps.log.error({ error }, 'A request could not be read; it is sent as it came.')
    return { kind: 'opaque', reason: 'unreadable', model: '' }
  }
}

/** Remembers a long body for the turn that goes on from it. */
export function keepBody({ recentBodies }: Pick<ViewDeps, 'recentBodies'>, body: Buffer, view: View): void {
  if (view.kind === 'conversation' && body.length >= LONG_BODY) recentBodies.keep(body, view.conversation)
}
