/** One end of a message port, or of a worker thread. */
export interface Port {
  postMessage(message: unknown, transfer?: readonly ArrayBuffer[]): void
  on(event: 'message', listener: (message: unknown) => void): unknown
}

/** A result whose buffers are transferred to the other thread instead of being copied. */
export class Moved<Value> {
  readonly value: Value
  readonly buffers: readonly ArrayBuffer[]

  constructor(value: Value, buffers: readonly ArrayBuffer[]) {
    this.value = value
    this.buffers = buffers
  }
}

interface Frame {
  readonly kind: 'call' | 'tell' | 'result' | 'failure'
  readonly id: number
  readonly payload: unknown
}

interface Waiting {
  resolve(result: unknown): void
  reject(error: Error): void
}

/**
 * Calls in both directions over a message port. A handler's failure reaches the caller without its message, which might
 * quote text of a conversation.
 */
export class Channel<Out, In> {
  readonly #port: Port
  readonly #handle: (call: In) => unknown
  readonly #waiting = new Map<number, Waiting>()
  #lastId = 0

  constructor(port: Port, handle: (call: In) => unknown) {
    this.#port = port
    this.#handle = handle
    port.on('message', (message) => this.#receive(message as Frame))
  }

  /** Rejects when the handler failed, or with the error of `fail`. */
  call<Result>(payload: Out, buffers: readonly ArrayBuffer[] = []): Promise<Result> {
    return new Promise<Result>((resolve, reject) => {
      const id = ++this.#lastId
      this.#waiting.set(id, { resolve: resolve as Waiting['resolve'], reject })
      this.#send({ kind: 'call', id, payload }, buffers)
    })
  }

  /** Sends a call that has no result. */
  tell(payload: Out): void {
    this.#send({ kind: 'tell', id: 0, payload })
  }

  /** Rejects every pending call: the other end is gone. */
  fail(error: Error): void {
    for (const { reject } of this.#waiting.values()) reject(error)
    this.#waiting.clear()
  }

  #send(frame: Frame, buffers: readonly ArrayBuffer[] = []): void {
    this.#port.postMessage(frame, buffers)
  }

  #receive({ kind, id, payload }: Frame): void {
    if (kind === 'tell') this.#handle(payload as In)
    else if (kind === 'call') void this.#answer(id, payload as In)
    else {
      const waiting = this.#waiting.get(id)
      this.#waiting.delete(id)
      if (kind === 'result') waiting?.resolve(payload)
      else waiting?.reject(new Error('A call to another thread failed.'))
    }
  }

  async #answer(id: number, call: In): Promise<void> {
    try {
      const result = await this.#handle(call)
      if (result instanceof Moved) this.#send({ kind: 'result', id, payload: result.value }, result.buffers)
      else this.#send({ kind: 'result', id, payload: result })
    } catch {
      this.#send({ kind: 'failure', id, payload: undefined })
    }
  }
}
