import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { runLoadWithFaults } from './compare-nodes.ts'
import type { Conversation } from './conversations.ts'
import { causeFaults } from './faults.ts'
import { type LoadOptions, runLoad } from './load.ts'
import { runTogether } from './run-together.ts'
import type { Cluster } from './start-nodes.ts'

const LANES = ['one', 'other'].map((key) => ({ keyId: key, key }))
const CHAT: Conversation = {
  name: 'talk',
  wire: 'openai',
  hasId: false,
  streams: false,
  turns: 17,
  bodyAt: () => '{}',
}

/** A load against a server with these answers. `calls` are the requests that it received. */
async function startLoad(answer: (request: IncomingMessage, response: ServerResponse) => void) {
  const calls: { readonly key: string; readonly path: string; readonly idempotencyKey: unknown }[] = []
  const server = createServer((request, response) => {
    const { authorization = '', 'idempotency-key': idempotencyKey } = request.headers
    calls.push({ key: authorization.replace('Bearer ', ''), path: request.url!, idempotencyKey })
    request.resume()
    answer(request, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { calls, load: { url, lanes: LANES, conversations: [CHAT, CHAT] } satisfies LoadOptions }
}

const isTranscript = ({ url }: IncomingMessage) => url === '/v1/tul1'

test('a transcript that follows an abandoned one has another idempotency key', async () => {
  const { calls, load } = await startLoad((request, response) => {
    response.statusCode = isTranscript(request) ? 500 : 200
    response.end()
  })
  const { givenUp } = await runLoad({ ...load, lanes: LANES.slice(0, 1), maxAttempts: 1 })
  const keys = calls.flatMap(({ path, idempotencyKey }) => (path === '/v1/tul1' ? [idempotencyKey] : []))
  expect(givenUp).toEqual(keys)
  expect(new Set(keys).size).toBe(4)
})

test('a lane that fails ends the requests of the others before the load rejects', async () => {
  let open = 0
  const { calls, load } = await startLoad((request, response) => {
    const isWaiting = request.headers.authorization === 'Bearer other'
    if (!isWaiting) return void response.end(isTranscript(request) ? 'no JSON' : '{}')
    open++
    response.on('close', () => open--)
  })
  await expect(runLoad(load)).rejects.toThrow('not valid JSON')
  const already = calls.length
  await expect.poll(() => open).toBe(0)
  expect(calls.filter(({ key }) => key === 'other')).toHaveLength(1)
  expect(calls).toHaveLength(already)
})

test('a fault that cannot be caused ends the load and is thrown', async () => {
  const { calls, load } = await startLoad((_, response) => response.end('{"fee_cents":0}'))
  const nodes = { nodeNames: ['node-1'], kill: () => {}, restart: () => Promise.reject(new Error('not ready')) }
  const options = { perSet: 1, mostTurns: 1, lanes: 1, rounds: 1, everyMs: 0, isQuiet: true }
  await expect(runLoadWithFaults(nodes as unknown as Cluster, load, options)).rejects.toThrow('not ready')
  const already = calls.length
  expect(already).toBeGreaterThan(0)
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(calls).toHaveLength(already)
})

test('no fault is caused after an abort', async () => {
  const caused: string[] = []
  const nodes = { nodeNames: ['node-1'], kill: (name: string) => caused.push(name), restart: async () => {} }
  const options = { rounds: 1, everyMs: 0, signal: AbortSignal.timeout(20) }
  await expect(causeFaults(nodes as unknown as Cluster, options)).rejects.toThrow('aborted')
  expect(caused).toEqual([])
})

test('tasks that run together are all over when the first failure is thrown', async () => {
  let isOver = false
  const slow = async (signal: AbortSignal) => {
    await once(signal, 'abort')
    await new Promise((resolve) => setTimeout(resolve, 20))
    isOver = true
  }
  await expect(runTogether([slow, () => Promise.reject(new Error('first'))])).rejects.toThrow('first')
  expect(isOver).toBe(true)
  expect(await runTogether([async () => 1, async () => 'two'])).toEqual([1, 'two'])
})
