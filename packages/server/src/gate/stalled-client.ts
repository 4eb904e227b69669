import type { ServerResponse } from 'node:http'

/**
 * Destroys the connection of a client that reads none of the waiting bytes for `stalledClientMs` (milliseconds), by the
 * socket's timer.
 */
export function watchClient(response: ServerResponse, stalledClientMs: number): void {
  if (response.listenerCount('timeout') === 0) {
    response.on('timeout', () => response.destroy())
    // Before Node's own listener, which passes the socket to the next response and may set its timer.
    response.prependOnceListener('finish', () => response.setTimeout(0))
  }
  response.setTimeout(stalledClientMs)
}

/** Watches the client from the end of the response on, if it has not read all of it by then. */
export function watchClientAtEnd(response: ServerResponse, stalledClientMs: number): void {
  // Emitted when the last bytes were written to the socket. A pipelined response waits for its turn before.
  response.once('prefinish', () => {
    if (response.writableLength > 0) watchClient(response, stalledClientMs)
  })
}
