import type { Socket } from 'node:net'
import { performance } from 'node:perf_hooks'
import { type AnswerEvents, AnswerParser } from './answer-parser.ts'
import type { AnswerHead } from './answer-syntax.ts'
import { UpstreamFailure } from './failure.ts'

/** Times of an upstream connection; a model may think for a quarter of an hour before its first byte. */
export interface UpstreamTimeouts {
  readonly connectMs: number
  /** From the request to the head of its answer. */
  readonly headersMs: number
  /** Between two chunks of a body. */
  readonly bodyMs: number
  /** An idle connection is kept so long, or less where the peer says so. */
  readonly idleMs: number
}

/** Who the connection is lent to: one request and its answer. */
export interface CallEvents {
  onHead(head: AnswerHead): void
  onBody(bytes: Buffer): void
  /** The answer is whole. The connection is somebody else's from now on. */
  onEnd(): void
  /** It broke off, before or after the head. */
  onFailure(error: Error): void
}

/** The pool that a connection belongs to. */
export interface ConnectionOwner {
  readonly timeouts: UpstreamTimeouts
  onIdle(connection: Connection): void
  onGone(connection: Connection): void
}

/** A peer closes an idle connection when its own clock says so; what is sent then is lost. */
const SPARED_MS = 2_000

/** Up to here it is cheaper to copy a body behind its head than to have two pieces written. */
const COPIED_BYTES = 16 * 1024

/** One connection to a provider, for one request at a time: an answer may stream for minutes. */
export class Connection implements AnswerEvents {
  readonly #socket: Socket
  readonly #owner: ConnectionOwner
  readonly #parser = new AnswerParser(this)
  #call: CallEvents | undefined
  #isOpen = false
  #hasHead = false
  #isKept = false
  #isPaused = false
  /** Milliseconds of the monotonic clock: when something was sent or came last. */
  #activeAt = performance.now()
  #idleMs: number

  /** `openedBy` is the event that says that `socket` can be used. */
  constructor(socket: Socket, openedBy: 'connect' | 'secureConnect', owner: ConnectionOwner) {
    this.#socket = socket
    this.#owner = owner
    this.#idleMs = owner.timeouts.idleMs
    socket.on(openedBy, () => {
      this.#isOpen = true
      this.#activeAt = performance.now()
    })
    socket.on('data', (chunk: Buffer) => this.#read(chunk))
    socket.on('end', () => this.#finish())
    socket.on('error', (error) => this.destroy(error))
    socket.on('close', () => this.destroy(new UpstreamFailure('closed')))
  }

  /** Whether it was idle for so long that the peer may be about to close it. */
  isStale(now: number): boolean {
    return now - this.#activeAt >= this.#idleMs
  }

  /** Sends `head` and `body` and hands the answer to `call`. What is sent before it is open waits for that. */
  send(call: CallEvents, request: { head: string; body: Buffer | undefined; isHeadOnly: boolean }): void {
    const { head, body, isHeadOnly } = request
    const socket = this.#socket
    this.#call = call
    this.#hasHead = false
    this.#activeAt = performance.now()
    this.#parser.begin(isHeadOnly)
    if (body === undefined) socket.write(head, 'latin1')
    else if (body.length <= COPIED_BYTES) socket.write(joined(head, body))
    else {
      socket.cork()
      socket.write(head, 'latin1')
      socket.write(body)
      socket.uncork()
    }
  }

  pause(): void {
    this.#isPaused = true
    this.#socket.pause()
  }

  resume(): void {
    if (!this.#isPaused) return
    this.#isPaused = false
    // Nobody read meanwhile, so that nothing came is not the peer's doing.
    this.#activeAt = performance.now()
    this.#socket.resume()
  }

  /** Closes it at once. Whoever it is lent to hears of `error`. */
  destroy(error: Error): void {
    this.#socket.destroy()
    this.#owner.onGone(this)
    const call = this.#call
    this.#call = undefined
    call?.onFailure(error)
  }

  /** Ends what has taken too long. */
  watch(now: number): void {
    const silentMs = now - this.#activeAt
    const { connectMs, headersMs, bodyMs } = this.#owner.timeouts
    if (this.#call === undefined) {
      if (this.isStale(now)) this.destroy(new UpstreamFailure('closed'))
    } else if (!this.#isOpen) {
      if (silentMs >= connectMs) this.destroy(new UpstreamFailure('connect timeout'))
    } else if (!this.#isPaused && silentMs >= (this.#hasHead ? bodyMs : headersMs)) {
      this.destroy(new UpstreamFailure(this.#hasHead ? 'body timeout' : 'headers timeout'))
    }
  }

  onHead(head: AnswerHead): void {
    this.#hasHead = true
    this.#isKept = head.isKept
    if (head.keptForMs !== undefined) {
      this.#idleMs = Math.min(this.#owner.timeouts.idleMs, head.keptForMs - SPARED_MS)
    }
    this.#call?.onHead(head)
  }

  onBody(bytes: Buffer): void {
    this.#call?.onBody(bytes)
  }

  onEnd(): void {
    const call = this.#call
    this.#call = undefined
    // An answer that came before all was sent leaves a peer that waits for the rest, or takes it for something else.
    if (this.#isKept && this.#idleMs > 0 && this.#socket.writableLength === 0) {
      this.resume()
      this.#owner.onIdle(this)
    } else {
      this.#socket.destroy()
      this.#owner.onGone(this)
    }
    call?.onEnd()
  }

  #read(chunk: Buffer): void {
    this.#activeAt = performance.now()
    try {
      this.#parser.push(chunk)
    } catch (error) {
      this.destroy(error as Error)
    }
  }

  #finish(): void {
    // Some bodies end like this; nothing else may.
    this.#parser.finish()
    this.destroy(new UpstreamFailure('closed'))
  }
}

function joined(head: string, body: Buffer): Buffer {
  const bytes = Buffer.allocUnsafe(head.length + body.length)
  bytes.write(head, 'latin1')
  body.copy(bytes, head.length)
  return bytes
}
