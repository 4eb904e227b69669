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

/** The pool of a connection. */
export interface ConnectionOwner {
  readonly settings: UpstreamSettings
  send(call: Call): void
  onIdle(connection: Connection): void
  onGone(connection: Connection): void
  /** Called when the peer sent data that no request asked for, or that is not HTTP. */
  onViolation(): void
}

/** Opens connections: directly, or through a proxy. */
export interface Transport {
  /** Returns a dispatcher of one connection at a time. `observe` gets each socket before undici reads from it. */
  open(origin: string, observe: (socket: Socket) => void): Dispatcher
  /** Converts the headers of a request to the dispatcher's form. */
  headers(flat: readonly string[]): string[] | Record<string, string[]>
}

/** One undici client: one connection, one request at a time, and no further use after an unexpected event. */
export class Connection implements Carrier {
  /** Monotonic clock, in milliseconds. */
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

  /** True if an idle connection may serve another request. */
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
    // No request waits in undici's own queue, which therefore needs no check when the head arrives.
    const request = { origin, path, method, headers, body, blocking: false }
    this.#dispatcher.dispatch(isLast ? { ...request, reset: true } : request, call)
  }

  release(): boolean {
    const socket = this.#socket
    const isSent = socket?.writableLength === 0
    this.#call = undefined
    // The response arrived before the whole request was sent: the peer may take the rest for another request.
    if (!isSent) socket?.destroy(new UpstreamFailure('closed'))
    // undici closes a connection that is not to be kept in this tick, and reads data that arrived with the response.
    afterPoll(() => this.#rest())
    return isSent
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

  /** Closes it at once. Its call fails with `error`. */
  close(error: Error): void {
    const call = this.#call
    if (call) call.fail(error)
    else this.#leave(error)
  }

  #observe(socket: Socket): void {
    this.#socket = socket
    this.#openedAt = performance.now()
    // Before undici's own listeners, which would skip line breaks.
    socket.on('readable', () => {
      if (!this.#call && socket.readableLength > 0) socket.destroy(new UpstreamFailure('stray bytes'))
    })
    socket.on('close', () => {
      if (isProtocolViolation(socket.errored)) this.#owner.onViolation()
      // undici opens another connection for a call of which nothing was sent, and fails one that was sent.
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
    // Deferred, because an abort may come from undici's parser.
    setImmediate(() => void this.#dispatcher.destroy(error).catch(() => {}))
  }
}

function bodyOf({ body }: UpstreamRequest): Buffer | Readable | null {
  if (body === undefined || Buffer.isBuffer(body)) return body ?? null
  return body.open()
}
