import { setTimeout as sleep } from 'node:timers/promises'

/** `decided`: the response shows the client that the server made a decision about the conversation in this request. */
export type Stepped = 'decided' | 'nothing decided'

/** A client of servers that are killed. */
export interface KillClient {
  /** Sends one request. Rejects with any other error than `WrongAnswer` when the server is gone. */
  step(url: string): Promise<Stepped>
}

/** A response that no client should get: the loop ends with it. */
export class WrongAnswer extends Error {}

const RETRY_MS = 200
const MAX_WAIT_MS = 60_000

/**
 * The text of a response with this status. A server that has just started knows no key yet, and refuses all of them while the
 * database of a busy machine answers slowly: such requests are sent again.
 */
export async function ask(url: string, request: RequestInit, status = 200): Promise<string> {
  const until = performance.now() + MAX_WAIT_MS
  for (;;) {
    const response = await fetch(url, request)
    const text = await response.text()
    if (response.status === status) return text
    const isUnavailable = response.status === 503 && text.includes('storage_unavailable')
    if (!isUnavailable || performance.now() > until) throw new WrongAnswer(`answered ${response.status}: ${text}`)
    await sleep(RETRY_MS)
  }
}
