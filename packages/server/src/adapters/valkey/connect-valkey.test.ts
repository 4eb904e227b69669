import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { afterEach, expect, test, vi } from 'vitest'
import { connectValkey } from './connect-valkey.ts'

let server: Server | undefined

afterEach(() => server?.close())

/** A server that answers every script with this error, and every other command with `OK`. */
async function startServer(scriptError: string) {
  const sockets: Socket[] = []
  server = createServer((socket) => {
    sockets.push(socket)
    socket.on('data', (bytes) => {
      for (const command of bytes.toString().split(/^(?=\*)/m)) {
        socket.write(/\r\neval\r\n/i.test(command) ? `-${scriptError}\r\n` : '+OK\r\n')
      }
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { url: `redis://127.0.0.1:${(server.address() as AddressInfo).port}`, sockets }
}

const READ_ONLY = "READONLY You can't write against a read only replica."

test.each([
  ['Redis 7', `${READ_ONLY} script: f_0f3a, on @user_script:7.`],
  ['Redis 6.2', `ERR Error running script (call to f_0f3a): @user_script:7: @user_script: 7: -${READ_ONLY}`],
])('connects again when the primary became a replica, as %s reports it in a script', async (_version, error) => {
  const { url, sockets } = await startServer(error)
  const client = connectValkey(url, 'test')
  await once(client, 'ready')
  await expect(client.eval('return 1', 0)).rejects.toThrow('READONLY')
  await vi.waitFor(() => expect(sockets).toHaveLength(2), 5000)
  client.disconnect()
})

test('keeps its connection after another error', async () => {
  const { url, sockets } = await startServer('OOM command not allowed')
  const client = connectValkey(url, 'test')
  await once(client, 'ready')
  await expect(client.eval('return 1', 0)).rejects.toThrow('OOM')
  await expect(client.get('key')).resolves.toBe('OK')
  expect(sockets).toHaveLength(1)
  client.disconnect()
})
