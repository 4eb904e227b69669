import { connect, type Socket } from 'node:net'

/** One answer; times in milliseconds since the request was sent. */
export interface Answer {
  readonly status: number
  readonly head: string
  /** Arrival of the first byte of the body, not of the head. */
  readonly firstByteMs: number
  readonly lastByteMs: number
}

interface Pending {
  readonly sentAt: number
  readonly resolve: (answer: Answer) => void
  readonly reject: (error: Error) => void
  head: string
  /** Bytes of the body still to come; undefined when it comes in chunks. */
  left: number | undefined
  lastBytes: string
  firstByteMs: number
}

const END_OF_CHUNKS = '\r\n0\r\n\r\n'

/**
 * A kept-alive connection that sends one request at a time. It uses a bare socket and parses only the HTTP that the contenders
 * send, since the client must cost less than they do.
 */
export class Connection {
  readonly #port: number
  #socket: Socket | undefined
  #pending: Pending | undefined

  constructor(port: number) {
    this.#port = port
  }

  /** Sends `parts` as one request. They may not change until it is answered. */
  send(parts: readonly Buffer[]): Promise<Answer> {
    const socket = this.#open()
    return new Promise((resolve, reject) => {
      const state = { head: '', left: undefined, lastBytes: '', firstByteMs: 0 }
      this.#pending = { sentAt: performance.now(), resolve, reject, ...state }
      socket.cork()
      for (const part of parts) socket.write(part)
      socket.uncork()
    })
  }

  close(): void {
    this.#socket?.destroy()
  }

  #open(): Socket {
    if (this.#socket && !this.#socket.destroyed && this.#socket.writable) return this.#socket
    const socket = connect(this.#port, '127.0.0.1')
    socket.setNoDelay(true)
    socket.on('data', (chunk) => this.#onData(chunk))
    socket.on('error', (error) => this.#fail(error))
    socket.on('close', () => {
      if (this.#socket === socket) this.#fail(new Error('The connection was closed in the middle of an answer.'))
    })
    this.#socket = socket
    return socket
  }

  #fail(error: Error): void {
    const pending = this.#pending
    this.#pending = undefined
    this.#socket = undefined
    pending?.reject(error)
  }

  #onData(chunk: Buffer): void {
    const pending = this.#pending
    if (!pending) return
    let bodyStart = 0
    if (!pending.head.endsWith('\r\n\r\n')) {
      bodyStart = readHead(pending, chunk)
      if (bodyStart < 0) return
    }
    if (bodyStart < chunk.length && pending.firstByteMs === 0) pending.firstByteMs = performance.now() - pending.sentAt
    if (!isEnd(pending, chunk, bodyStart)) return
    this.#pending = undefined
    const { head, sentAt, firstByteMs } = pending
    const lastByteMs = performance.now() - sentAt
    pending.resolve({ status: Number(head.slice(9, 12)), head, firstByteMs: firstByteMs || lastByteMs, lastByteMs })
  }
}

/** Start of the body in `chunk`. -1 if the head is incomplete. */
function readHead(pending: Pending, chunk: Buffer): number {
  const before = pending.head.length
  const text = pending.head + chunk.toString('latin1')
  const end = text.indexOf('\r\n\r\n')
  if (end < 0) {
    pending.head = text
    return -1
  }
  pending.head = text.slice(0, end + 4)
  const length = /\r\ncontent-length: *(\d+)/i.exec(pending.head)?.[1]
  pending.left = length === undefined ? undefined : Number(length)
  return end + 4 - before
}

function isEnd(pending: Pending, chunk: Buffer, bodyStart: number): boolean {
  if (pending.left !== undefined) {
    pending.left -= chunk.length - bodyStart
    return pending.left <= 0
  }
  const from = Math.max(bodyStart, chunk.length - END_OF_CHUNKS.length)
  pending.lastBytes = (pending.lastBytes + chunk.toString('latin1', from)).slice(-END_OF_CHUNKS.length)
  return pending.lastBytes === END_OF_CHUNKS
}

/** The value of a header (in lower case) in the head of an answer. */
export function headerOf(head: string, name: string): string | undefined {
  return new RegExp(`\\r\\n${name}: *([^\\r]*)`, 'i').exec(head)?.[1]
}
