import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { ServiceError } from '../errors.ts'

/** Bytes that may wait for the provider. When more wait, reading from the client pauses. */
const HIGH_WATER_MARK = 64 * 1024

/** Bounds of a streamed body: its size, and the time without a byte from the client. */
export interface StreamLimits {
  readonly maxPassThroughBytes: number
  readonly stalledUploadMs: number
}

/** A body that is sent while it arrives. Until a byte is read, it may be opened again, with a new inspector. */
export interface StreamedBody {
  open(): Readable
}

/** Inspects a streamed body, and may refuse it before its last bytes are sent. */
export interface BodyInspector {
  /**
   * Inspects a chunk. A returned promise must resolve before the next chunk is pushed. Throws or rejects with a
   * ServiceError.
   */
  push(chunk: Buffer): Promise<void> | undefined
  /** Inspects the whole body after its last chunk. Rejects with a ServiceError. */
  check(): Promise<void>
  /** Releases its resources, when the body was checked or abandoned. Afterwards, it inspects no other body. */
  destroy(): void
}

/**
 * The body of `request`: a buffer if it has arrived completely, else a stream that is sent while it arrives, or undefined for
 * a request without a body. `openInspector` is called when a stream is first read; a buffer is the caller's to inspect.
 * @throws {ServiceError} body_too_large
 */
export function passedBody(
  request: IncomingMessage,
  limits: StreamLimits,
  openInspector?: () => BodyInspector,
): Buffer | StreamedBody | undefined {
  // A body without a byte may have ended in `peekBody`.
  if (!hasBody(request) || request.readableEnded) return undefined
  const length = Number(request.headers['content-length'] ?? Number.NaN)
  if (length > limits.maxPassThroughBytes) throw tooLarge(limits)
  if (request.readableLength !== length) return { open: () => new Upload(request, limits, openInspector) }
  // A short body usually arrives with its headers. A stream would double the cost of the request.
  const body = request.read() as Buffer
  // The parser may not have reported the end yet, and the stream ends only after that.
  request.resume()
  return body
}

/** True if the head of a request announces a body. */
export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

/**
 * Reads a request at the speed of its reader. After `destroy`, the rest of the request is discarded, so that the client can
 * still be answered.
 */
class Upload extends Readable {
  readonly #request: IncomingMessage
  readonly #limits: StreamLimits
  readonly #openInspector: (() => BodyInspector) | undefined
  #inspector: BodyInspector | undefined
  /** The newest chunk of an inspected body, held until the check: the provider cannot use the body without it. */
  #held: Buffer | undefined
  #isAttached = false
  /** True while the inspector is not ready for the next chunk. */
  #isInspecting = false
  /** True while the reader wants no more. */
  #isFull = false
  #size = 0
  #timer: NodeJS.Timeout | undefined

  constructor(request: IncomingMessage, limits: StreamLimits, openInspector: (() => BodyInspector) | undefined) {
    super({ highWaterMark: HIGH_WATER_MARK })
    this.#request = request
    this.#limits = limits
    this.#openInspector = openInspector
  }

  override _read(): void {
    this.#attach()
    this.#isFull = false
    this.#watch()
    if (!this.#isInspecting) this.#request.resume()
  }

  #watch(): void {
    if (this.destroyed || this.#isInspecting || this.#isFull) return
    this.#timer ??= setTimeout(this.#onStalled, this.#limits.stalledUploadMs)
  }

  override _destroy(error: Error | null, callback: (error: Error | null) => void): void {
    clearTimeout(this.#timer)
    this.#inspector?.destroy()
    if (this.#isAttached) {
      const request = this.#request
      request.off('data', this.#onData).off('end', this.#onEnd).off('close', this.#onGone)
      if (!request.complete) request.resume()
    }
    callback(error)
  }

  #attach(): void {
    if (this.#isAttached) return
    this.#isAttached = true
    this.#inspector = this.#openInspector?.()
    // The response notices a client that disconnects. The listener keeps its error from ending the process.
    this.#request.on('error', ignore)
    this.#request.on('data', this.#onData).on('end', this.#onEnd).on('close', this.#onGone)
  }

  readonly #onData = (chunk: Buffer): void => {
    this.#size += chunk.length
    if (this.#size > this.#limits.maxPassThroughBytes) {
      this.destroy(tooLarge(this.#limits))
      return
    }
    clearTimeout(this.#timer)
    this.#timer = undefined
    const next = this.#inspector ? this.#hold(chunk, this.#inspector) : chunk
    // The next read resumes the request and restarts the timer.
    if (next) this.#isFull = !this.push(next)
    if (this.#isFull) this.#request.pause()
    else this.#watch()
  }

  #hold(chunk: Buffer, inspector: BodyInspector): Buffer | undefined {
    try {
      const isReady = inspector.push(chunk)
      if (isReady) this.#waitFor(isReady)
    } catch (error) {
      this.destroy(error as Error)
      return undefined
    }
    const before = this.#held
    this.#held = chunk
    return before
  }

  /** Pauses the upload until the inspector is ready. */
  #waitFor(isReady: Promise<void>): void {
    this.#isInspecting = true
    this.#request.pause()
    isReady.then(
      () => {
        this.#isInspecting = false
        if (this.destroyed || this.#isFull) return
        this.#watch()
        this.#request.resume()
      },
      (error: Error) => this.destroy(error),
    )
  }

  readonly #onEnd = (): void => {
    clearTimeout(this.#timer)
    if (!this.#inspector) this.push(null)
    else this.#inspector.check().then(this.#finish, (error: Error) => this.destroy(error))
  }

  readonly #finish = (): void => {
    if (this.destroyed) return
    if (this.#held) this.push(this.#held)
    this.push(null)
  }

  /** The request is closed. The stream does not end here: an incomplete body must not look complete. */
  readonly #onGone = (): void => {
    clearTimeout(this.#timer)
  }

  readonly #onStalled = (): void => {
    this.destroy(new ServiceError('upload_timeout'))
  }
}

function ignore(): void {}

function tooLarge({ maxPassThroughBytes }: StreamLimits): ServiceError {
  const megabytes = maxPassThroughBytes / (1024 * 1024)
  return new ServiceError('body_too_large', {
    message: `The request body is larger than ${megabytes} MB, the PLEAT_MAX_PASS_THROUGH_MB of this server.`,
  })
}
