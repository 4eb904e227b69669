import { isAscii, isUtf8 } from 'node:buffer'
import {
  type CacheTable,
  type Conversation,
  type Hash,
  type MessageMemo,
  type ReadResult,
  readRequest,
  type WireFormat,
} from '@pleat/core'
import type { Log } from '../ports.ts'
import { BodyBytes } from './body-bytes.ts'
import type { CounterSink } from './counter-sink.ts'
import type { RecentBodies } from './recent-bodies.ts'

export interface ReadDeps {
  readonly hash: Hash
  /** The same hash, computed from the bytes of a text. */
  readonly hashBytes: (bytes: Uint8Array) => string
  /** How providers cache the input of models. */
  readonly caches: CacheTable
  readonly log: Log
  readonly counters: CounterSink
}

/** Memory of earlier bodies of the same account. */
export interface ReadMemory {
  readonly owner: string
  readonly messages: MessageMemo
  readonly recentBodies: RecentBodies | undefined
}

/** Length in bytes from which a body is read from its bytes. To decode a shorter one first costs less. */
export const LONG_BODY = 16 * 1024

/**
 * Returns the view of `body`, which must not be changed or freed while the view is in use. A body of an unknown shape is opaque
 * and not refused. The same applies if the reader fails.
 */
export function readBodyView(deps: ReadDeps, memory: ReadMemory, format: WireFormat, body: Buffer): ReadResult {
  const isPlain = body.length < LONG_BODY && isAscii(body)
  if (!isPlain && !isUtf8(body)) {
    return { kind: 'invalid', field: undefined, message: 'The request body is not valid UTF-8.' }
  }
  try {
    const context = { hash: deps.hash, memo: memory.messages }
    const hashSpan = (from: number, to: number) => deps.hashBytes(body.subarray(from, to))
    if (body.length >= LONG_BODY) {
      const knownShape = memory.recentBodies?.shapesIn(body, { owner: memory.owner, format })
      return readRequest(new BodyBytes(body), format, { ...context, countsBytes: true, hashSpan, knownShape })
    }
    // In ASCII, a part of the text equals that part of the bytes, which are hashed without a copy.
    if (isPlain) return readRequest(body.toString('latin1'), format, { ...context, hashSpan })
    return readRequest(body.toString('utf8'), format, context)
  } catch (error) {
    deps.counters.add('view_failed')
    deps.log.error({ error }, 'A request could not be read; the original is sent.')
    return { kind: 'opaque', reason: 'unreadable', model: '' }
  }
}

/** Stores a long body for the turn that extends it. */
export function keepBody(memory: ReadMemory, body: Buffer, conversation: Conversation): void {
  if (body.length >= LONG_BODY) memory.recentBodies?.keep(body, memory.owner, conversation)
}
