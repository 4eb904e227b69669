import type { ServerResponse } from 'node:http'
import { afterPoll } from '../after-poll.ts'
import type { UpstreamAnswer } from '../upstream-port.ts'
import { abortWhenGone, type Exchange, isClientGone, type RelayEnd } from './exchange.ts'
import { headerValue } from './headers.ts'

export interface RelayLimits {
  /** How long a client may take nothing of an answer that waits for it. */
  readonly stalledClientMs: number
}

export interface RelayOptions extends RelayLimits {
  readonly headers: string[]
  /** Gets each chunk after the client did. */
  readonly observe?: ((chunk: Buffer) => void) | undefined
}

/**
 * Passes the answer on as it comes: status, `headers`, and the body's bytes unparsed and unbuffered. An answer that
 * breaks off destroys the client's connection, since SDKs take a clean end for success. So does a client that stops
 * reading: it would hold the provider's connection and what is buffered for it.
 */
export function relay(exchange: Exchange, answer: UpstreamAnswer, options: RelayOptions): Promise<RelayEnd> {
  const { response } = exchange
  return new Promise((settle) => {
    const resolve = (end: RelayEnd) => {
      exchange.end ??= end
      // The two sides let go of each other, so that a part of one which lives on does not keep all of the other.
      exchange.abort = undefined
      settle(end)
    }
    if (isClientGone(exchange)) {
      answer.abort()
      resolve('client-gone')
      return
    }
    abortWhenGone(exchange, () => {
      answer.abort()
      resolve('client-gone')
    })
    exchange.isStream = isEventStream(answer.headers)
    response.writeHead(answer.status, options.headers)
    let hasWritten = false
    let isWaiting = false
    // Of an answer that is all there: its last chunk leaves with the end of it.
    let last: Buffer | undefined
    const resumeWhenDrained = () => {
      if (isWaiting) return
      isWaiting = true
      watchClient(response, options.stalledClientMs)
      response.once('drain', () => {
        isWaiting = false
        response.setTimeout(0)
        answer.resume()
      })
    }
    const finish = () => {
      response.end(last)
      if (response.writableLength > 0) watchClient(response, options.stalledClientMs)
      resolve('complete')
    }
    answer.read({
      onData(chunk) {
        hasWritten = true
        exchange.firstChunkAt ??= performance.now()
        if (answer.isComplete) {
          if (last) response.write(last)
          last = chunk
          options.observe?.(chunk)
          return true
        }
        const hasRoom = response.write(chunk)
        if (!hasRoom) resumeWhenDrained()
        options.observe?.(chunk)
        return hasRoom
      },
      onEnd() {
        hasWritten = true
        // With the other answers of this tick: a write wakes its reader, so one by one they cost an eighth more.
        if (last) afterPoll(finish)
        else finish()
      },
      onError() {
        hasWritten = true
        resolve('broken')
        response.destroy()
      },
    })
    // A model may think for minutes before its first byte; the head need not wait for that.
    if (!hasWritten) response.flushHeaders()
  })
}

function isEventStream(headers: readonly string[]): boolean {
  return headerValue(headers, 'content-type')?.startsWith('text/event-stream') ?? false
}

/** Destroys the connection of a client that takes none of the bytes that wait for it: the socket's clock knows. */
function watchClient(response: ServerResponse, stalledClientMs: number): void {
  if (response.listenerCount('timeout') === 0) response.on('timeout', () => response.destroy())
  response.setTimeout(stalledClientMs)
}
