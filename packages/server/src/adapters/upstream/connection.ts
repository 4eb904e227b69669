import type { EventEmitter } from 'node:events'
import type { Socket } from 'node:net'
import { performance } from 'node:perf_hooks'
import type { Readable } from 'node:stream'
import type { Dispatcher } from 'undici'
import { afterPoll } from '../../after-poll.ts'
import type { UpstreamRequest } from '../../proxy/upstream-port.ts'
import type { Call, Carrier } from './call.ts'
import { isProtocolViolation, UpstreamFailure } from './failure.ts'
import type { UpstreamSettings } from './settings.ts'

/** The pool that a connection belongs to. */
export interface ConnectionOwner {
  readonly settings: UpstreamSettings
  send(call: Call): void
  onIdle(connection: Connection): void
  onGone(connection: Connection): void
  /** The peer sent what no request asked for, or what is not HTTP. */
  onViolation(): void
}

/** How connections are made: directly, or through a proxy. */
export interface Transport {
  /** A dispatcher of one connection at a time; `observe` gets each socket before undici reads from it. */
  open(origin: string, observe: (socket: Socket) => void): Dispatcher
  /** The headers of a request in the form that the dispatcher takes. */
  headers(flat: readonly string[]): string[] | Record<string, string[]>
}

/** One undici client: one connection, one request at a time, and never used again after anything unexpected. */
export class Connection implements Carrier {
  /** Milliseconds of the monotonic clock. */
  idleSince = 0
  readonly #owner: ConnectionOwner
  readonly #transport: Transport
  readonly #dispatcher: Dispatcher
  #socket: Socket | undefined
  #openedAt = 0
  #call: Call | undefined
  #isGone = false

  constructor(owner: ConnectionOwner, transport: Transport, origin: string) {
    this.#owner = owner
    this.#transport = transport
    this.#dispatcher = transport.open(origin, (socket) => this.#observe(socket))
    // A handler that throws makes undici emit this; without a listener it would end the process.
    const emitter: EventEmitter = this.#dispatcher
    emitter.on('error', (error: Error) => this.#leave(error))
  }

  get isEnded(): boolean {
    return this.#socket?.readableEnded === true && this.#socket.errored === null
  }

  /** Whether an idle connection may serve another request. */
  isUsable(now: number): boolean {
    const { idleMs, ageMs } = this.#owner.settings
    const socket = this.#socket
    if (this.#isGone || !socket || socket.destroyed || socket.readableLength > 0) return false
    return now - this.idleSince < idleMs && now - this.#openedAt < ageMs
  }

  /** Sends `call`; with `isLast` the connection is closed after it. */
  send(call: Call, isLast: boolean): void {
    const { origin, path, method } = call.request
    const body = bodyOf(call.request)
    const headers = this.#transport.headers(call.request.headers)
    this.#call = call
    call.begin(this)
    // Nothing waits behind the request in undici's own queue, which needs no turn when the head arrives.
    const request = { origin, path, method, headers, body, blocking: false }
    this.#dispatcher.dispatch(isLast ? { ...request, reset: true } : request, call)
  }

  release(): void {
    const socket = this.#socket
    this.#call = undefined
    // A response that came before the whole request had left: the peer may take the rest for another request.
    if (socket && socket.writableLength > 0) socket.destroy(new UpstreamFailure('closed'))
    // undici closes what is not to be kept in this tick, and reads what came with the response.
    afterPoll(() => this.#rest())
  }

  discard(_call: Call, error: Error): void {
    this.#call = undefined
    this.#leave(error)
  }

  resend(call: Call): void {
    this.#call = undefined
    this.#leave(new UpstreamFailure('closed'))
    this.#owner.send(call)
  }

  /** Closes it at once; the call on it fails with `error`. */
  close(error: Error): void {
    const call = this.#call
    if (call) call.fail(error)
    else this.#leave(error)
  }

  #observe(socket: Socket): void {
    this.#socket = socket
    this.#openedAt = performance.now()
    // Before undici's own listeners, which would pass over line breaks.
    socket.on('readable', () => {
      if (!this.#call && socket.readableLength > 0) socket.destroy(new UpstreamFailure('stray bytes'))
    })
    socket.on('close', () => {
      if (isProtocolViolation(socket.errored)) this.#owner.onViolation()
      // undici opens another connection for a call of which nothing was sent, and fails one that was.
      if (!this.#call) this.#leave(new UpstreamFailure('closed'))
    })
  }

  #rest(): void {
    if (this.#isGone) return
    const now = performance.now()
    this.idleSince = now
    if (this.isUsable(now)) this.#owner.onIdle(this)
    else this.#leave(new UpstreamFailure('closed'))
  }

  #leave(error: Error): void {
    if (this.#isGone) return
    this.#isGone = true
    this.#owner.onGone(this)
    // Not inside of undici's parser, from which an abort may come.
    setImmediate(() => void this.#dispatcher.destroy(error).catch(() => {}))
  }
}

function bodyOf({ body }: UpstreamRequest): Buffer | Readable | null {
  if (body === undefined || Buffer.isBuffer(body)) return body ?? null
  return body.open()
}
