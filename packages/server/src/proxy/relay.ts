import { atTurnEnd } from '../at-turn-end.ts'
import type { UpstreamAnswer } from '../ports.ts'
import { abortWhenGone, type Exchange, isClientGone, type RelayEnd } from './exchange.ts'

/**
 * Passes the answer on as it comes: status, `headers`, and the body's bytes unparsed and unbuffered. `observe` gets each
 * chunk after the client did. An answer that breaks off destroys the client's connection, since SDKs take a clean end
 * for success.
 */
export function relay(
  exchange: Exchange,
  answer: UpstreamAnswer,
  options: { headers: string[]; observe?: ((chunk: Buffer) => void) | undefined },
): Promise<RelayEnd> {
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
    response.writeHead(answer.status, options.headers)
    let hasWritten = false
    let isWaiting = false
    // Of an answer that is all there: its last chunk leaves with the end of it.
    let last: Buffer | undefined
    const resumeWhenDrained = () => {
      if (isWaiting) return
      isWaiting = true
      response.once('drain', () => {
        isWaiting = false
        answer.resume()
      })
    }
    const finish = (chunk?: Buffer) => {
      response.end(chunk)
      resolve('complete')
    }
    answer.read({
      onData(chunk) {
        hasWritten = true
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
        if (last) atTurnEnd(() => finish(last))
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
