import { type Dispatcher, Pool } from 'undici'
import { ServiceError } from '../errors.ts'
import type { Upstream, UpstreamAnswer, UpstreamCall, UpstreamRequest, UpstreamSink } from '../ports.ts'

/** Times of an upstream connection; a model may think for a quarter of an hour before its first byte. */
export interface UpstreamTimeouts {
  readonly connectMs: number
  readonly headersMs: number
  /** Between two chunks of a body. */
  readonly bodyMs: number
}

const DEFAULT_TIMEOUTS: UpstreamTimeouts = { connectMs: 10_000, headersMs: 30 * 60_000, bodyMs: 30 * 60_000 }

/**
 * The providers over HTTP/1.1, one pool of kept connections each. Uses undici's dispatch and no stream or promise per
 * body, since this is on the path of every byte: see the decision on HTTP.
 */
export class HttpUpstream implements Upstream {
  readonly #options: Pool.Options
  readonly #pools = new Map<string, Pool>()

  constructor(timeouts: Partial<UpstreamTimeouts> = {}) {
    const { connectMs, headersMs, bodyMs } = { ...DEFAULT_TIMEOUTS, ...timeouts }
    this.#options = {
      // One answer may stream for minutes, so nothing may queue behind it on the same connection.
      pipelining: 1,
      connections: null,
      allowH2: false,
      connect: { timeout: connectMs },
      headersTimeout: headersMs,
      bodyTimeout: bodyMs,
      keepAliveTimeout: 30_000,
    }
  }

  send(request: UpstreamRequest): UpstreamCall {
    const pending = new PendingAnswer(this.#poolOf(request.origin), request)
    return { answer: pending.answer, abort: () => pending.abort() }
  }

  async close(): Promise<void> {
    await Promise.all([...this.#pools.values()].map((pool) => pool.destroy()))
  }

  /** There are as many as there are configured addresses. */
  #poolOf(origin: string): Pool {
    const known = this.#pools.get(origin)
    if (known) return known
    const pool = new Pool(origin, this.#options)
    this.#pools.set(origin, pool)
    return pool
  }
}

/** Chunks kept for a reader who is not there yet; more wait in the socket. */
const MAX_EARLY_CHUNKS = 16

/** One request and its answer. Chunks that come before somebody reads are kept; undici hands each out once. */
class PendingAnswer implements Dispatcher.DispatchHandler, UpstreamAnswer {
  readonly answer: Promise<UpstreamAnswer>
  readonly #pool: Pool
  readonly #request: UpstreamRequest
  #hasRetried = false
  status = 0
  headers: readonly string[] = []
  #resolve: (answer: UpstreamAnswer) => void = () => {}
  #reject: (error: unknown) => void = () => {}
  #controller: Dispatcher.DispatchController | undefined
  #isAborted = false
  #early: Buffer[] = []
  #end: { readonly error?: Error } | undefined
  #sink: UpstreamSink | undefined

  constructor(pool: Pool, request: UpstreamRequest) {
    this.#pool = pool
    this.#request = request
    this.answer = new Promise((resolve, reject) => {
      this.#resolve = resolve
      this.#reject = reject
    })
    this.#dispatch()
  }

  get isComplete(): boolean {
    return this.#end !== undefined && this.#end.error === undefined
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
    // Last, because it hands out what waits at once.
    else if (early.length > MAX_EARLY_CHUNKS) this.#controller?.resume()
  }

  resume(): void {
    this.#controller?.resume()
  }

  abort(): void {
    this.#isAborted = true
    this.#controller?.abort(new Error('aborted'))
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller
    if (this.#isAborted) controller.abort(new Error('aborted'))
  }

  onResponseStart(controller: Dispatcher.DispatchController, status: number): void {
    if (status < 200) return
    this.status = status
    this.headers = textOf(controller.rawHeaders)
    this.#resolve(this)
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#sink) this.#deliver(chunk, this.#sink)
    else if (this.#early.push(chunk) > MAX_EARLY_CHUNKS) this.#controller?.pause()
  }

  onResponseEnd(): void {
    this.#end = {}
    this.#sink?.onEnd()
  }

  onResponseError(_controller: Dispatcher.DispatchController | undefined, error: Error): void {
    // Nothing was sent to a peer that refused, so this is the one failure where asking again cannot bill twice.
    if (codeOf(error) === 'ECONNREFUSED' && !this.#hasRetried && !this.#isAborted) {
      this.#hasRetried = true
      setImmediate(() => this.#dispatch())
      return
    }
    this.#end = { error }
    this.#reject(toUpstreamError(error))
    this.#sink?.onError(error)
  }

  #dispatch(): void {
    const { path, method, headers, body } = this.#request
    this.#pool.dispatch({ path, method, headers: headers as string[], body: body ?? null }, this)
  }

  #deliver(chunk: Buffer, sink: UpstreamSink): void {
    if (!sink.onData(chunk)) this.#controller?.pause()
  }
}

function textOf(rawHeaders: Dispatcher.DispatchController['rawHeaders']): string[] {
  if (!Array.isArray(rawHeaders)) return []
  return rawHeaders.map((part) => (typeof part === 'string' ? part : part.toString('latin1')))
}

function codeOf(error: unknown): string | undefined {
  if (error instanceof AggregateError) return codeOf(error.errors[0])
  return (error as NodeJS.ErrnoException | undefined)?.code
}

function toUpstreamError(error: unknown): ServiceError {
  const code = codeOf(error) ?? ''
  const isTimeout = code === 'ETIMEDOUT' || /^UND_ERR_(CONNECT|HEADERS|BODY)_TIMEOUT$/.test(code)
  return new ServiceError(isTimeout ? 'upstream_timeout' : 'upstream_unreachable', { cause: error })
}
