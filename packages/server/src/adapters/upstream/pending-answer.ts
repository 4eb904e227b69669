import { atTurnEnd } from '../../at-turn-end.ts'
import type { UpstreamAnswer, UpstreamRequest, UpstreamSink } from '../../ports.ts'
import type { AnswerHead } from './answer-syntax.ts'
import type { CallEvents, Connection } from './connection.ts'
import type { Connections } from './connections.ts'
import { isRefused, toServiceError, UpstreamFailure } from './failure.ts'
import { requestHead } from './request-head.ts'

/** Chunks kept for a reader who is not there yet; more wait in the socket. */
const MAX_EARLY_CHUNKS = 16

/** One request and its answer. Chunks that come before somebody reads are kept. */
export class PendingAnswer implements CallEvents, UpstreamAnswer {
  readonly answer: Promise<UpstreamAnswer>
  status = 0
  headers: readonly string[] = []
  readonly #pool: Connections
  readonly #request: UpstreamRequest
  #connection: Connection | undefined
  #hasRetried = false
  #resolve: (answer: UpstreamAnswer) => void = () => {}
  #reject: (error: unknown) => void = () => {}
  #early: Buffer[] = []
  #end: { readonly error?: Error } | undefined
  #sink: UpstreamSink | undefined

  constructor(pool: Connections, request: UpstreamRequest) {
    this.#pool = pool
    this.#request = request
    this.answer = new Promise((resolve, reject) => {
      this.#resolve = resolve
      this.#reject = reject
    })
    this.#sendAtTurnEnd()
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
    } else if (!hasRoom) this.#connection?.pause()
    else if (early.length > MAX_EARLY_CHUNKS) this.#connection?.resume()
  }

  resume(): void {
    this.#connection?.resume()
  }

  abort(): void {
    if (this.#end) return
    const aborted = new UpstreamFailure('aborted')
    if (this.#connection) this.#connection.destroy(aborted)
    else this.onFailure(aborted)
  }

  onHead({ status, headers }: AnswerHead): void {
    this.status = status
    this.headers = headers
    this.#resolve(this)
  }

  onBody(bytes: Buffer): void {
    if (!this.#sink) {
      if (this.#early.push(bytes) > MAX_EARLY_CHUNKS) this.#connection?.pause()
    } else if (!this.#sink.onData(bytes)) this.#connection?.pause()
  }

  onEnd(): void {
    this.#connection = undefined
    this.#end = {}
    this.#sink?.onEnd()
  }

  onFailure(error: Error): void {
    this.#connection = undefined
    // Nothing was sent to a peer that refused, so this is the one failure where asking again cannot bill twice.
    if (isRefused(error) && !this.#hasRetried) {
      this.#hasRetried = true
      this.#sendAtTurnEnd()
      return
    }
    this.#end = { error }
    this.#reject(toServiceError(error))
    this.#sink?.onError(error)
  }

  /**
   * With the others of this turn of the event loop, and on a connection that is taken then: one whose end came in the
   * same turn is known to be of no use by then.
   */
  #sendAtTurnEnd(): void {
    atTurnEnd(() => {
      if (!this.#end) this.#send()
    })
  }

  #send(): void {
    const { method, body } = this.#request
    try {
      const head = requestHead(this.#pool.host, this.#request)
      this.#connection = this.#pool.take()
      this.#connection.send(this, { head, body, isHeadOnly: method === 'HEAD' })
    } catch (error) {
      this.onFailure(error as Error)
    }
  }
}
