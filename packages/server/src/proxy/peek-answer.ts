import type { UpstreamAnswer, UpstreamSink } from './upstream-port.ts'

/**
 * Reads the beginning of a response, up to `most` bytes, before it is relayed. Resolves when that much, or the whole response,
 * has arrived. Rejects when it breaks off earlier.
 */
export function peekAnswer(answer: UpstreamAnswer, most: number): Promise<PeekedAnswer> {
  return new Promise((resolve, reject) => {
    const peeked = new PeekedAnswer(answer, most, () => resolve(peeked))
    answer.read({
      onData: (chunk) => peeked.add(chunk),
      onEnd: () => peeked.end(),
      onError(error) {
        peeked.fail(error)
        reject(error)
      },
    })
  })
}

/** A response whose beginning was already read. That part is passed on first. */
export class PeekedAnswer implements UpstreamAnswer {
  readonly #answer: UpstreamAnswer
  readonly #most: number
  readonly #onReady: () => void
  #chunks: Buffer[] = []
  #size = 0
  #isPaused = false
  #sink: UpstreamSink | undefined
  #end: { readonly error?: Error } | undefined

  constructor(answer: UpstreamAnswer, most: number, onReady: () => void) {
    this.#answer = answer
    this.#most = most
    this.#onReady = onReady
  }

  get status(): number {
    return this.#answer.status
  }

  get headers(): readonly string[] {
    return this.#answer.headers
  }

  get isComplete(): boolean {
    return this.#answer.isComplete
  }

  /** The whole body, until `read` is called. Undefined if more of it follows. */
  get body(): Buffer | undefined {
    return this.#end && !this.#end.error ? Buffer.concat(this.#chunks) : undefined
  }

  add(chunk: Buffer): boolean {
    if (this.#sink) return this.#sink.onData(chunk)
    this.#chunks.push(chunk)
    this.#size += chunk.length
    if (this.#size < this.#most) return true
    this.#isPaused = true
    this.#onReady()
    return false
  }

  end(): void {
    this.#end = {}
    if (this.#sink) this.#sink.onEnd()
    else this.#onReady()
  }

  fail(error: Error): void {
    this.#end = { error }
    this.#sink?.onError(error)
  }

  read(sink: UpstreamSink): void {
    let hasRoom = true
    for (const chunk of this.#chunks.splice(0)) hasRoom = sink.onData(chunk)
    this.#sink = sink
    if (this.#end?.error) sink.onError(this.#end.error)
    else if (this.#end) sink.onEnd()
    else if (this.#isPaused && hasRoom) this.#answer.resume()
  }

  resume(): void {
    if (!this.#end) this.#answer.resume()
  }

  abort(): void {
    this.#answer.abort()
  }
}
