import type { UpstreamAnswer, UpstreamSink } from './upstream-port.ts'

/** Headers that describe the bytes of a body. */
const OF_THE_BYTES = new Set([
  'content-encoding',
  'content-length',
  'content-md5',
  'digest',
  'etag',
  'transfer-encoding',
])

/** A response whose body was replaced by one of this server. */
export class WholeAnswer implements UpstreamAnswer {
  readonly status: number
  readonly headers: readonly string[]
  readonly isComplete = true
  readonly #body: Buffer

  /** Wraps `original` and replaces its body with `body`. */
  constructor(original: UpstreamAnswer, body: Buffer) {
    this.status = original.status
    this.#body = body
    const headers: string[] = []
    for (let i = 0; i + 1 < original.headers.length; i += 2) {
      const name = original.headers[i]!
      if (!OF_THE_BYTES.has(name.toLowerCase())) headers.push(name, original.headers[i + 1]!)
    }
    this.headers = [...headers, 'Content-Length', String(this.#body.length)]
  }

  read(sink: UpstreamSink): void {
    sink.onData(this.#body)
    sink.onEnd()
  }

  resume(): void {}

  abort(): void {}
}
