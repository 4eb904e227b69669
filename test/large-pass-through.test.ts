import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Pleat, startPleat } from './harness/start-pleat.ts'

const MEGABYTE = 1024 * 1024
const CHUNK = Buffer.alloc(MEGABYTE, 'The dock opens at 6:45. ')
const CHUNKS = 200

let provider: ReturnType<typeof createServer>
let pleat: Pleat
let play: (request: IncomingMessage, response: ServerResponse) => unknown

beforeAll(async () => {
  provider = createServer((request, response) => void play(request, response))
  provider.listen(0, '127.0.0.1')
  await once(provider, 'listening')
  const { port } = provider.address() as AddressInfo
  pleat = await startPleat({
    providerUrl: `http://127.0.0.1:${port}`,
    overrides: { limits: { stalledUploadMs: 400, lingerMs: 200 } },
  })
})
afterAll(async () => {
  await pleat.close()
  provider.closeAllConnections()
  provider.close()
})

/** A request whose body the test writes. */
function open(path: string, headers: Record<string, string> = {}) {
  const sent = request(`${pleat.url}${path}`, {
    method: 'POST',
    agent: false,
    headers: { authorization: `Bearer ${pleat.key}`, 'content-type': 'application/octet-stream', ...headers },
  })
  sent.on('error', () => {})
  return sent
}

async function writeAll(to: NodeJS.WritableStream, chunks: number): Promise<string> {
  const hash = createHash('sha256')
  for (let i = 0; i < chunks; i++) {
    hash.update(CHUNK)
    if (!to.write(CHUNK)) await once(to, 'drain')
  }
  to.end()
  return hash.digest('hex')
}

async function hashOf(from: NodeJS.ReadableStream): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of from) hash.update(chunk as Buffer)
  return hash.digest('hex')
}

async function sizeOf(from: NodeJS.ReadableStream): Promise<number> {
  let size = 0
  for await (const chunk of from) size += (chunk as Buffer).length
  return size
}

async function bodyOf(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of response) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}

/** Peak memory growth of this process (client, server and provider) during `work`, in bytes. */
async function growthDuring(work: () => Promise<void>): Promise<number> {
  const before = process.memoryUsage.rss()
  let most = before
  const timer = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss())
  }, 5)
  await work().finally(() => clearInterval(timer))
  return most - before
}

const MAX_GROWTH = 100 * MEGABYTE

/** Uploads 200 MB and checks what arrived. */
async function upload(headers: Record<string, string>): Promise<void> {
  let received = ''
  play = async (request, response) => {
    received = await hashOf(request)
    response.end('{"ok":true}')
  }
  const sent = open('/v1/audio/transcriptions', headers)
  const answered = once(sent, 'response') as Promise<[IncomingMessage]>
  const hash = await writeAll(sent, CHUNKS)
  const [response] = await answered
  expect([response.statusCode, await bodyOf(response)]).toEqual([200, '{"ok":true}'])
  expect(received).toBe(hash)
}

describe('200 MB through the server', () => {
  // The first transfer of a process fills its heap and its allocator, whatever the server keeps.
  beforeAll(() => upload({}))

  test.each([{ isAnnounced: true }, { isAnnounced: false }])(
    'are uploaded byte for byte at constant memory, with Content-Length: $isAnnounced',
    async ({ isAnnounced }) => {
      const headers = isAnnounced ? { 'content-length': String(CHUNKS * MEGABYTE) } : {}
      expect(await growthDuring(() => upload(headers))).toBeLessThan(MAX_GROWTH)
    },
    30_000,
  )

  test('are downloaded byte for byte at constant memory', async () => {
    let written = ''
    play = async (request, response) => {
      request.resume()
      response.writeHead(200, { 'content-type': 'application/octet-stream' })
      written = await writeAll(response, CHUNKS)
    }
    const growth = await growthDuring(async () => {
      const sent = open('/v1/audio/speech')
      sent.end('x')
      const [response] = (await once(sent, 'response')) as [IncomingMessage]
      expect(await hashOf(response)).toBe(written)
    })
    expect(growth).toBeLessThan(MAX_GROWTH)
  }, 30_000)

  test('wait in the client while the provider does not read', async () => {
    let go = () => {}
    const reading = new Promise<void>((resolve) => {
      go = resolve
    })
    play = async (request, response) => {
      await reading
      request.resume().on('end', () => response.end('{}'))
    }
    let isWritten = false
    const growth = await growthDuring(async () => {
      const sent = open('/v1/embeddings')
      const answered = once(sent, 'response') as Promise<[IncomingMessage]>
      for (let i = 1; i < CHUNKS; i++) sent.write(CHUNK)
      sent.write(CHUNK, (error) => {
        isWritten = !error
      })
      await sleep(700)
      // Only the socket buffers fill, of at most tens of megabytes each, and the client does not count as stalled.
      expect(isWritten).toBe(false)
      go()
      sent.end()
      expect((await answered)[0].statusCode).toBe(200)
    })
    expect(growth).toBeLessThan(MAX_GROWTH)
  }, 30_000)

  test('wait in the provider while the client does not read', async () => {
    let isWritten = false
    play = async (request, response) => {
      request.resume()
      response.writeHead(200)
      for (let i = 1; i < CHUNKS; i++) response.write(CHUNK)
      response.write(CHUNK, (error) => {
        isWritten = !error
      })
      response.end()
    }
    const sent = open('/v1/audio/speech')
    sent.end('x')
    const [response] = (await once(sent, 'response')) as [IncomingMessage]
    await sleep(300)
    expect(isWritten).toBe(false)
    const size = await sizeOf(response)
    expect([size, isWritten]).toEqual([CHUNKS * MEGABYTE, true])
  }, 30_000)
})

describe('an incomplete body', () => {
  test('does not reach the provider as a complete one when the client disconnects', async () => {
    const ends: string[] = []
    const isOver = new Promise<void>((resolve) => {
      play = (request) => {
        request.resume()
        request.on('end', () => ends.push('end')).on('error', () => ends.push('broken'))
        request.on('close', resolve)
      }
    })
    const sent = open('/v1/embeddings')
    sent.write(CHUNK)
    await sleep(50)
    sent.destroy()
    await isOver
    expect(ends).toEqual(['broken'])
    expect(pleat.problems()).toEqual([])
  })

  test('is answered with 408 when the client stops sending', async () => {
    const isOver = new Promise<void>((resolve) => {
      play = (request) => {
        request.resume().on('error', () => {})
        request.on('close', resolve)
      }
    })
    const sent = open('/v1/embeddings')
    sent.write('x')
    const [response] = (await once(sent, 'response')) as [IncomingMessage]
    expect([response.statusCode, await bodyOf(response)]).toEqual([408, expect.stringContaining('upload_timeout')])
    await isOver
  })
})

describe('a provider', () => {
  test('that disconnects during the upload leads to a 502', async () => {
    play = (request) => {
      request.once('data', () => request.socket.destroy())
    }
    const sent = open('/v1/embeddings')
    const answered = once(sent, 'response') as Promise<[IncomingMessage]>
    sent.write(CHUNK)
    const [response] = await answered
    expect([response.statusCode, await bodyOf(response)]).toEqual([
      502,
      expect.stringContaining('upstream_unreachable'),
    ])
    sent.destroy()
  })

  test('that responds before the end of the body has its response passed on', async () => {
    play = (request, response) => {
      request.once('data', () => response.writeHead(400, { 'content-type': 'text/plain' }).end('too many'))
    }
    const sent = open('/v1/embeddings')
    const answered = once(sent, 'response') as Promise<[IncomingMessage]>
    sent.write(CHUNK)
    const [response] = await answered
    expect([response.statusCode, await bodyOf(response)]).toEqual([400, 'too many'])
    // The rest of the body is read only briefly.
    const closed = once(sent, 'close')
    const writing = setInterval(() => sent.write('x'), 20)
    await closed
    clearInterval(writing)
  })

  test('that disconnects during the download disconnects the client, and vice versa', async () => {
    play = (request, response) => {
      request.resume()
      response.writeHead(200, { 'content-length': String(2 * MEGABYTE) })
      response.write(CHUNK, () => setTimeout(() => response.destroy(), 50))
    }
    const sent = open('/v1/audio/speech')
    sent.end('x')
    const [response] = (await once(sent, 'response')) as [IncomingMessage]
    await expect(hashOf(response)).rejects.toThrow()
    const stopped = new Promise<void>((resolve) => {
      play = (request, answer) => {
        request.resume()
        answer.writeHead(200)
        answer.write('x')
        answer.on('close', resolve)
      }
    })
    const left = open('/v1/audio/speech')
    left.end('x')
    await once(left, 'response')
    left.destroy()
    await stopped
  })
})
