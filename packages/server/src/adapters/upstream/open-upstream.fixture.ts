import { setImmediate as nextTick } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import type { UpstreamAnswer, UpstreamRequest } from '../../proxy/upstream-port.ts'
import { type RawPeer, type Reaction, startRawPeer } from './raw-peer.fixture.ts'
import { UndiciUpstream, type UpstreamOptions } from './undici-upstream.ts'

/** Closes a resource when the test has finished, in reverse order of opening. */
function closeAfterTest(opened: { close(): Promise<void> }): void {
  onTestFinished(() => opened.close())
}

export async function startPeer(react: Reaction, options?: { isSecure?: boolean }): Promise<RawPeer> {
  const peer = await startRawPeer(react, options)
  closeAfterTest(peer)
  return peer
}

/** Connections do not rest by default, so that they are used again at once. */
export function openUpstream(options: UpstreamOptions = {}): UndiciUpstream {
  const upstream = new UndiciUpstream({ restMs: 0, ...options })
  closeAfterTest(upstream)
  return upstream
}

export function requestTo({ origin }: { origin: string }, more: Partial<UpstreamRequest> = {}): UpstreamRequest {
  return {
    tenant: 'a',
    origin,
    path: '/v1/x',
    method: 'POST',
    headers: ['X-Test', 'yes'],
    body: Buffer.from('{}'),
    ...more,
  }
}

/** Reads the body as text. Rejects when it breaks off. `onData` returns true while there is room for more. */
export function bodyOf(answer: UpstreamAnswer, onData: (chunk: Buffer) => boolean = () => true): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = ''
    answer.read({
      onData(chunk) {
        text += chunk.toString('latin1')
        return onData(chunk)
      },
      onEnd: () => resolve(text),
      onError: reject,
    })
  })
}

/** Reads the body of the response and waits until its connection is free. */
export async function ask(upstream: UndiciUpstream, request: UpstreamRequest): Promise<string> {
  const body = await bodyOf(await upstream.send(request).answer)
  await nextTick()
  await nextTick()
  return body
}

export const framed = (body: string, ...headers: string[]) =>
  ['HTTP/1.1 200 OK', ...headers, `Content-Length: ${body.length}`, '', body].join('\r\n')
export const saying: (text: string) => Reaction = (text) => (socket) => void socket.write(text, 'latin1')
