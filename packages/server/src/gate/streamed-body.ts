import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { ServiceError } from '../errors.ts'

/** Bytes that wait for the provider; the client is told to wait beyond it. */
const HIGH_WATER_MARK = 64 * 1024

/** How much a body that is passed on while it arrives may hold, and for how long the client may be silent. */
export interface StreamLimits {
  readonly maxPassThroughBytes: number
  readonly stalledUploadMs: number
}

/** A body that is sent while it arrives. A second `open` is for a request of which nothing was sent. */
export interface StreamedBody {
  open(): Readable
}

/** Looks at a body that is passed on, and may still refuse it before its end has left. */
export interface BodyInspector {
  /** @throws {ServiceError} */
  push(chunk: Buffer): void
  /** Rejects with a ServiceError. */
  check(): Promise<void>
}

/**
 * The body of `request` as a stream that is sent on while it arrives; one that is all there as it is; undefined for a
 * request without one. The inspector sees a body that streams; one that is there is left to the caller.
 * @throws {ServiceError} body_too_large
 */
export function passedBody(
  request: IncomingMessage,
  limits: StreamLimits,
  inspector?: BodyInspector,
): Buffer | StreamedBody | undefined {
  // One without a byte may have ended when it was looked into.
  if (!hasBody(request) || request.readableEnded) return undefined
  const length = Number(request.headers['content-length'] ?? Number.NaN)
  if (length > limits.maxPassThroughBytes) throw tooLarge(limits)
  if (request.readableLength !== length) return { open: () => new Upload(request, limits, inspector) }
  // A short body mostly came together with its headers: streams cost as much as all of the rest.
  const body = request.read() as Buffer
  // The parser may not have said yet that this was all; the stream has to hear of it to end.
  request.resume()
  return body
}

/** Whether the head of a request announces a body. */
export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

/**
 * Reads a request no faster than its reader does. Destroying it lets go of the request, whose rest is thrown away: the
 * client can still be answered.
 */
class Upload extends Readable {
  readonly #request: IncomingMessage
  readonly #limits: StreamLimits
  readonly #inspector: BodyInspector | undefined
  /** The newest chunk of a body that is looked at: without it the body is not whole. */
  #held: Buffer | undefined
  #isAttached = false
  #size = 0
  #timer: NodeJS.Timeout | undefined

  constructor(request: IncomingMessage, limits: StreamLimits, inspector: BodyInspector | undefined) {
    super({ highWaterMark: HIGH_WATER_MARK })
    this.#request = request
    this.#limits = limits
    this.#inspector = inspector
  }

  override _read(): void {
    this.#attach()
    this.#watch()
    this.#request.resume()
  }

  #watch(): void {
    if (this.destroyed) return
    this.#timer ??= setTimeout(this.#onStalled, this.#limits.stalledUploadMs)
  }

  override _destroy(error: Error | null, callback: (error: Error | null) => void): void {
    clearTimeout(this.#timer)
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
    // A client that leaves is noticed by its response; here its errors only must not go unheard.
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
    // More is asked for by the next read, which also starts the clock again.
    if (next && !this.push(next)) this.#request.pause()
    else this.#watch()
  }

  #hold(chunk: Buffer, inspector: BodyInspector): Buffer | undefined {
    try {
      inspector.push(chunk)
    } catch (error) {
      this.destroy(error as Error)
      return undefined
    }
    const before = this.#held
    this.#held = chunk
    return before
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

  /** What came so far is no whole body, so it must not end like one. */
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
