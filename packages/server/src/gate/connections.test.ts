import { once } from 'node:events'
import { createServer, type Server, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { Connections } from './connections.ts'

const GET = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n'
const waiting: ServerResponse[] = []
const sockets: Socket[] = []
let server: Server

async function start(limits: { maxConnections: number; maxConnectionsPerAddress: number }): Promise<void> {
  const connections = new Connections(limits, (socket) => socket.end('HTTP/1.1 503 Full\r\n\r\n'))
  server = createServer((request, response) => {
    if (!connections.noteRequest(request, response)) return
    if (request.url === '/') response.end('done')
    else waiting.push(response)
  })
  connections.watch(server)
  await once(server.listen(0, '127.0.0.1'), 'listening')
}

afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy()
  waiting.length = 0
  server.close()
})

async function open(text = '', localAddress = '127.0.0.1') {
  const socket = connect({ port: (server.address() as AddressInfo).port, host: '127.0.0.1', localAddress })
  sockets.push(socket)
  let received = ''
  socket.on('data', (chunk) => {
    received += String(chunk)
  })
  socket.on('error', () => {})
  await once(socket, 'connect')
  socket.write(text)
  return { socket, received: () => received }
}

test('a new connection replaces one without a request first, then one that is kept alive', async () => {
  await start({ maxConnections: 3, maxConnectionsPerAddress: 3 })
  const kept = await open(GET)
  await expect.poll(kept.received).toContain('done')
  const half = await open('GET / HT')
  const idle = await open()
  const first = await open(GET)
  await expect.poll(first.received).toContain('done')
  await expect.poll(() => [half.socket.closed, idle.socket.closed, kept.socket.closed]).toEqual([true, false, false])
  const second = await open(GET)
  await expect.poll(second.received).toContain('done')
  await expect.poll(() => [idle.socket.closed, kept.socket.closed]).toEqual([true, false])
  const third = await open(GET)
  await expect.poll(third.received).toContain('done')
  await expect.poll(() => kept.socket.closed).toBe(true)
})

test('a new connection is refused while all others have requests in flight', async () => {
  await start({ maxConnections: 2, maxConnectionsPerAddress: 2 })
  const busy = [await open(GET.replace('/', '/wait')), await open(GET.replace('/', '/wait'))]
  await expect.poll(() => waiting.length).toBe(2)
  const refused = await open(GET)
  await expect.poll(refused.received).toBe('HTTP/1.1 503 Full\r\n\r\n')
  for (const response of waiting) response.end('late')
  for (const { received } of busy) await expect.poll(received).toContain('late')
})

test('an address has at most its share of the connections', async () => {
  await start({ maxConnections: 10, maxConnectionsPerAddress: 2 })
  const greedy = [await open('', '127.0.0.2'), await open('', '127.0.0.2'), await open('', '127.0.0.2')]
  await expect.poll(() => greedy.map(({ socket }) => socket.closed)).toEqual([true, false, false])
  const other = await open(GET, '127.0.0.3')
  await expect.poll(other.received).toContain('done')
})

test('a connection that pipelines too many requests is closed', async () => {
  await start({ maxConnections: 10, maxConnectionsPerAddress: 10 })
  const few = await open(GET.repeat(10))
  await expect.poll(() => few.received().split('done').length).toBe(11)
  const many = await open(GET.replace('/', '/wait').repeat(40))
  await expect.poll(() => many.socket.closed).toBe(true)
  expect(waiting.length).toBeLessThanOrEqual(16)
})
