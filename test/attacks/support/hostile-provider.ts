import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { seededRandom, splitAtRandom } from '../../stand-in/seeded-random.ts'

/** The way in which the provider answers. The request selects it with the header `x-test-way`. */
export type Way = keyof typeof WAYS | 'early' | 'earlyReset'

export interface HostileProvider {
  readonly url: string
  /** Malformed requests that arrived, and requests whose nonce differs between header and body. */
  readonly damaged: readonly string[]
  /** Number of open connections. */
  open(): number
  close(): void
}

const random = seededRandom(26)

function answer(nonce: string, { status = '200 OK', headers = '', pad = 0 } = {}): string {
  const body = JSON.stringify({ nonce, pad: 'p'.repeat(pad), usage: { prompt_tokens: 3, completion_tokens: 1 } })
  return `HTTP/1.1 ${status}\r\nContent-Type: application/json\r\nX-Nonce: ${nonce}\r\n${headers}Content-Length: ${body.length}\r\n\r\n${body}`
}

/** A response without a request. Its nonce identifies the response before it. */
const stray = (nonce: string) => answer(`${nonce}.stray`)

function chunked(text: string): string {
  const pieces = splitAtRandom(Buffer.from(text), random, 6)
  return `${pieces.map((piece) => `${piece.length.toString(16)}\r\n${piece.toString()}\r\n`).join('')}0\r\n\r\n`
}

async function inPieces(socket: Socket, text: string): Promise<void> {
  for (const piece of splitAtRandom(Buffer.from(text), random, 4)) {
    socket.write(piece)
    await sleep(random() * 3)
  }
}

const WAYS = {
  whole: (socket: Socket, nonce: string) => void socket.write(answer(nonce)),
  inPieces: (socket: Socket, nonce: string) => inPieces(socket, answer(nonce)),
  large: (socket: Socket, nonce: string) => void socket.write(answer(nonce, { pad: 300_000 })),
  slow: async (socket: Socket, nonce: string) => {
    await sleep(20 + random() * 60)
    socket.write(answer(nonce))
  },
  chunks: (socket: Socket, nonce: string) =>
    inPieces(
      socket,
      `HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nX-Nonce: ${nonce}\r\nTransfer-Encoding: chunked\r\n\r\n${chunked(`data: {"nonce":"${nonce}"}\n\ndata: [DONE]\n\n`)}`,
    ),
  untilClose: (socket: Socket, nonce: string) =>
    void socket.end(
      `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nX-Nonce: ${nonce}\r\n\r\n{"nonce":"${nonce}"}`,
    ),
  refused: (socket: Socket, nonce: string) => void socket.write(answer(nonce, { status: '400 Bad Request' })),
  twice: (socket: Socket, nonce: string) => void socket.write(answer(nonce) + stray(nonce)),
  twiceSoon: (socket: Socket, nonce: string) => later(socket, nonce, 0),
  twiceAfter3: (socket: Socket, nonce: string) => later(socket, nonce, 3),
  twiceAfter12: (socket: Socket, nonce: string) => later(socket, nonce, 12),
  behindNothing: (socket: Socket, nonce: string) =>
    void socket.write(`HTTP/1.1 204 No Content\r\nX-Nonce: ${nonce}\r\nContent-Length: 5\r\n\r\nHELLO${stray(nonce)}`),
  behindUnchanged: (socket: Socket, nonce: string) =>
    void socket.write(`HTTP/1.1 304 Not Modified\r\nX-Nonce: ${nonce}\r\nContent-Length: 400\r\n\r\n${stray(nonce)}`),
  behindClose: (socket: Socket, nonce: string) => {
    socket.write(answer(nonce, { headers: 'Connection: close\r\n' }))
    setTimeout(() => socket.writable && socket.write(stray(nonce)), 5)
  },
  behindUpgrade: (socket: Socket, nonce: string) =>
    void socket.write(`HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n\r\n${stray(nonce)}`),
  longerThanSaid: (socket: Socket, nonce: string) =>
    void socket.write(answer(nonce).replace(/Content-Length: \d+/, 'Content-Length: 9')),
  shorterThanSaid: async (socket: Socket, nonce: string) => {
    socket.write(answer(nonce).replace(/Content-Length: \d+/, 'Content-Length: 900'))
    await sleep(5)
    socket.destroy()
  },
  twoFramings: (socket: Socket, nonce: string) =>
    void socket.write(answer(nonce).replace('Content-Length', 'Transfer-Encoding: chunked\r\nContent-Length')),
  badChunk: (socket: Socket, nonce: string) =>
    void socket.write(
      `HTTP/1.1 200 OK\r\nX-Nonce: ${nonce}\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nABCDEFGH\r\n0\r\n\r\n`,
    ),
  noHttp: (socket: Socket) => void socket.write('HELO this is no HTTP\r\n\r\n'),
  reset: (socket: Socket) => void socket.resetAndDestroy(),
  resetWhenIdle: (socket: Socket, nonce: string) => {
    socket.write(answer(nonce))
    setTimeout(() => socket.resetAndDestroy(), random() * 4)
  },
  endWhenIdle: (socket: Socket, nonce: string) => {
    socket.write(answer(nonce))
    setTimeout(() => socket.end(), random() * 4)
  },
  resetInside: async (socket: Socket, nonce: string) => {
    socket.write(answer(nonce).slice(0, -20))
    await sleep(random() * 5)
    socket.resetAndDestroy()
  },
} as const

async function later(socket: Socket, nonce: string, ms: number): Promise<void> {
  socket.write(answer(nonce))
  setTimeout(() => socket.writable && socket.write(stray(nonce)), ms)
}

/** All ways to respond, hostile and well-behaved. */
export const ALL_WAYS = [...Object.keys(WAYS), 'early', 'earlyReset'] as readonly Way[]
/** Ways whose response must reach the client completely. */
export const GOOD_WAYS: readonly Way[] = ['whole', 'inPieces', 'large', 'slow', 'chunks', 'untilClose', 'refused']

/** A provider that speaks HTTP/1.1 by hand and breaks its rules. A request's nonce is in `x-test-nonce` and in its body. */
export async function startHostileProvider(): Promise<HostileProvider> {
  const damaged: string[] = []
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.setNoDelay(true)
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
    void serve(socket, damaged).catch(() => socket.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    damaged,
    open: () => sockets.size,
    close() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

async function serve(socket: Socket, damaged: string[]): Promise<void> {
  let heard: Buffer = Buffer.alloc(0)
  let answeredEarly: string | undefined
  for await (const chunk of socket) {
    heard = Buffer.concat([heard, chunk as Buffer])
    for (;;) {
      const end = heard.indexOf('\r\n\r\n')
      if (end < 0) break
      const head = heard.toString('latin1', 0, end)
      const nonce = /\r\nx-test-nonce: (\S+)/i.exec(head)?.[1] ?? ''
      const way = (/\r\nx-test-way: (\w+)/i.exec(head)?.[1] ?? 'whole') as Way
      if (!/^POST \/v1\/\S+ HTTP\/1\.1\r\n/.test(head)) {
        damaged.push(head.slice(0, 100))
        return void socket.destroy()
      }
      const whole = end + 4 + Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0)
      if (way.startsWith('early') && answeredEarly !== nonce) {
        answeredEarly = nonce
        socket.write(answer(nonce))
        if (way === 'earlyReset') setTimeout(() => socket.resetAndDestroy(), 1)
      }
      if (heard.length < whole) break
      const body = heard.toString('latin1', end + 4, whole)
      heard = heard.subarray(whole)
      if (!body.includes(`<${nonce}>`)) damaged.push(`${nonce} has the body of another`)
      if (!way.startsWith('early')) await WAYS[way as keyof typeof WAYS](socket, nonce)
    }
  }
}
