import { afterPoll } from '../after-poll.ts'
import { watchClient } from '../gate/stalled-client.ts'
import { abortWhenGone } from './abort-when-gone.ts'
import { type Exchange, isClientGone, type RelayEnd } from './exchange.ts'
import { headerValue } from './headers.ts'
import type { UpstreamAnswer } from './upstream-port.ts'

export interface RelayLimits {
  /** Milliseconds for which a client may leave a waiting response unread. */
  readonly stalledClientMs: number
}

export interface RelayOptions extends RelayLimits {
  readonly headers: string[]
  /** Called with each chunk after it was written to the client. */
  readonly observe?: ((chunk: Buffer) => void) | undefined
  /** Called when the provider has ended the response. False if a part is missing, as after a crash behind its gateway. */
  readonly isWhole?: (() => Promise<boolean> | boolean) | undefined
}

const NOTHING = Buffer.alloc(0)

/**
 * Relays the response: status, `headers` and the bytes of the body, unparsed and unbuffered. If the response breaks off,
 * the client's connection is destroyed, since SDKs take a clean end for success. A client that stops reading is
 * disconnected too, since it would hold the provider's connection and a buffer.
 */
export function relay(exchange: Exchange, answer: UpstreamAnswer, options: RelayOptions): Promise<RelayEnd> {
  const { response } = exchange
  return new Promise((settle) => {
    const resolve = (end: RelayEnd) => {
      exchange.end ??= end
      // Neither side refers to the other any more, so the memory of one can be freed while the other lives.
      exchange.abort = undefined
      exchange.call = undefined
      settle(end)
    }
    if (isClientGone(exchange)) {
      answer.abort()
      resolve('client-gone')
      return
    }
    abortWhenGone(exchange, () => {
      // First, because an abort calls `onError` at once, which would blame the provider.
      resolve('client-gone')
      answer.abort()
    })
    exchange.isStream = isEventStream(answer.headers)
    response.writeHead(answer.status, options.headers)
    let hasWritten = false
    let isWaiting = false
    // The last chunk of a complete response is written together with its end.
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
      resolve('complete')
    }
    const breakOff = () => {
      // The received bytes are written before the connection is destroyed.
      response.write(last ?? NOTHING, () => response.destroy())
      if (response.writableLength > 0) watchClient(response, options.stalledClientMs)
      resolve('broken')
    }
    const end = () => {
      // Written together with the other responses of this tick. Separate writes cost an eighth more, since each wakes its
      // reader.
      if (last) afterPoll(finish)
      else finish()
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
        const isWhole = options.isWhole?.() ?? true
        if (isWhole === true) end()
        else if (isWhole === false) breakOff()
        else void isWhole.then((whole) => (whole ? end() : breakOff()))
      },
      onError() {
        hasWritten = true
        breakOff()
      },
    })
    // The head is sent at once: a model may take minutes before the first byte of the body.
    if (!hasWritten) response.flushHeaders()
  })
}

function isEventStream(headers: readonly string[]): boolean {
  return headerValue(headers, 'content-type')?.startsWith('text/event-stream') ?? false
}
