import type { Dispatcher } from 'undici'
import type { UpstreamAnswer, UpstreamRequest, UpstreamSink } from '../../proxy/upstream-port.ts'
import { isConnectionLost, toServiceError, UpstreamFailure } from './failure.ts'
import type { HeadDeadlines, WaitingCall } from './head-deadlines.ts'
import { readHeaders } from './response-head.ts'

/** The resource of a call: a connection, or the queue in front of the connections. */
export interface Carrier {
  /** True if the peer ended the connection in order, which completes a body without a length. */
  readonly isEnded: boolean
  /** The response is complete. Returns true if the whole request was sent. */
  release(): boolean
  /** The call ended without a complete response. No data of the connection may follow. */
  discard(call: Call, error: Error): void
  /** Sends the call over another connection, after a failure before any part of it was sent. */
  resend(call: Call): void
}

/** Limit of chunks that are kept until a reader arrives. Further ones wait in the socket. */
const MAX_EARLY_CHUNKS = 16

/** Limit of 1xx responses before the final response. */
const MAX_INFORMATIONAL = 20

/** One request and its response: undici calls it as a handler, and the proxy reads the response from it. */
export class Call implements UpstreamAnswer, WaitingCall, Dispatcher.DispatchHandler {
  readonly request: UpstreamRequest
  readonly startedAt = performance.now()
  waitingAt = -1
  readonly answer: Promise<UpstreamAnswer>
  hasBegun = false
  hasSentBody = false
  status = 0
  headers: readonly string[] = []
  readonly #deadlines: HeadDeadlines
  #resolve: (answer: UpstreamAnswer) => void = () => {}
  #reject: (error: unknown) => void = () => {}
  #carrier: Carrier | undefined
  #controller: Dispatcher.DispatchController | undefined
  #hasRetried = false
  #informational = 0
  #isFramed = true
  #early: Buffer[] = []
  #sink: UpstreamSink | undefined
  #end: { readonly error?: Error } | undefined

  constructor(request: UpstreamRequest, deadlines: HeadDeadlines) {
    this.request = request
    this.#deadlines = deadlines
    this.answer = new Promise((resolve, reject) => {
      this.#resolve = resolve
      this.#reject = reject
    })
    deadlines.add(this)
  }

  get isComplete(): boolean {
    return this.#end !== undefined && this.#end.error === undefined
  }

  begin(carrier: Carrier): void {
    this.#carrier = carrier
  }

  read(sink: UpstreamSink): void {
    const early = this.#early
    const end = this.#end
    this.#early = []
    this.#sink = sink
    let hasRoom = true
    for (const chunk of early) hasRoom = sink.onData(chunk)
    if (end) {
      if (end.error) sink.onError(end.error)
      else sink.onEnd()
    } else if (!hasRoom) this.#controller?.pause()
    else if (early.length > MAX_EARLY_CHUNKS) this.#controller?.resume()
  }

  resume(): void {
    if (!this.#end) this.#controller?.resume()
  }

  abort(reason?: Error): void {
    this.fail(new UpstreamFailure('aborted'), reason)
  }

  /**
   * Ends the call with `error` and destroys its connection. Its promise of an answer is rejected with `reason`, or the
   * reader of its response gets it.
   */
  fail(error: Error, reason: Error = toServiceError(error, hostOf(this.request.origin))): void {
    if (this.#end) return
    const controller = this.#controller
    const carrier = this.#carrier
    this.#finish({ error: reason })
    this.#reject(reason)
    controller?.abort(error)
    carrier?.discard(this, error)
    this.#sink?.onError(reason)
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller
    this.hasBegun = true
    if (this.#end) controller.abort(new UpstreamFailure('aborted'))
  }

  onResponseStart(controller: Dispatcher.DispatchController, status: number): void {
    if (this.#end) return
    if (status < 200) {
      if (++this.#informational > MAX_INFORMATIONAL) this.fail(new UpstreamFailure('too many 1xx'))
      return
    }
    const { flat, isFramed } = readHeaders(controller.rawHeaders as Buffer[])
    this.#deadlines.delete(this)
    this.status = status
    this.headers = flat
    this.#isFramed = isFramed || this.request.method === 'HEAD' || status === 204 || status === 304
    this.#resolve(this)
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#end) return
    if (!this.#sink) {
      if (this.#early.push(chunk) > MAX_EARLY_CHUNKS) controller.pause()
    } else if (!this.#sink.onData(chunk)) controller.pause()
  }

  onResponseEnd(): void {
    if (this.#end) return
    const carrier = this.#carrier
    // undici takes a reset connection for the end of a body without a length.
    if (!this.#isFramed && carrier?.isEnded === false) {
      this.fail(new UpstreamFailure('closed'))
      return
    }
    this.#finish({})
    this.hasSentBody = carrier?.release() ?? false
    this.#sink?.onEnd()
  }

  onResponseError(_controller: Dispatcher.DispatchController | undefined, error: Error): void {
    const carrier = this.#carrier
    // No part was sent, so a retry cannot bill twice: the peer refused, or closed the connection while it was idle.
    if (carrier && !this.#controller && !this.#hasRetried && isConnectionLost(error)) {
      this.#hasRetried = true
      carrier.resend(this)
    } else this.fail(error)
  }

  #finish(end: { readonly error?: Error }): void {
    this.#deadlines.delete(this)
    this.#end = end
    this.#carrier = undefined
    this.#controller = undefined
  }
}

function hostOf(origin: string): string {
  return origin.slice(origin.indexOf('//') + 2)
}
