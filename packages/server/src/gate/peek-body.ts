import type { IncomingMessage } from 'node:http'
import { ServiceError } from '../errors.ts'
import type { BodyLease } from './body-budget.ts'
import { ClientGone } from './read-body.ts'

/** Bounds of the bytes that are held, and of the time without a byte from the client. */
export interface PeekLimits {
  readonly maxBodyBytes: number
  readonly stalledUploadMs: number
}

/** Reads a chunk; true when it has seen enough. */
export type Look = (chunk: Buffer) => boolean

/**
 * Passes the beginning of a body to `look`, until `look` has seen enough, the body ends, or `maxBodyBytes` are read. All
 * bytes are put back: the next reader gets the whole body. Resolves to the chunks that were read.
 * @throws {ServiceError} busy, upload_timeout
 * @throws {ClientGone}
 */
export function peekBody(
  request: IncomingMessage,
  look: Look,
  { limits, lease }: { limits: PeekLimits; lease: BodyLease },
): Promise<readonly Buffer[]> {
  if (request.readableEnded) return Promise.resolve([])
  return new Promise((resolve, reject) => {
    const seen: Buffer[] = []
    let size = 0
    const settle = (error?: Error) => {
      clearTimeout(timer)
      request.off('readable', onReadable).off('close', onGone).off('error', onGone)
      if (error) {
        request.on('error', () => {})
        reject(error)
        return
      }
      // In the same tick as the read: a stream that has ended accepts no `unshift`.
      for (const chunk of seen.toReversed()) request.unshift(chunk)
      resolve(seen)
    }
    const readAll = () => {
      for (let chunk = next(request); chunk; chunk = next(request)) {
        lease.grow(chunk.length)
        seen.push(chunk)
        size += chunk.length
        if (look(chunk) || size >= limits.maxBodyBytes) return true
      }
      return request.complete
    }
    const onReadable = () => {
      timer.refresh()
      try {
        if (readAll()) settle()
      } catch (error) {
        settle(error as Error)
      }
    }
    const onGone = () => settle(new ClientGone())
    const timer = setTimeout(() => settle(new ServiceError('upload_timeout')), limits.stalledUploadMs)
    request.on('readable', onReadable).on('close', onGone).on('error', onGone)
    if (request.destroyed && !request.complete) onGone()
  })
}

function next(request: IncomingMessage): Buffer | null {
  return request.read() as Buffer | null
}
