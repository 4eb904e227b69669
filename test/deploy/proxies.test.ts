import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { isInstalled, type Node, PROGRAMS, type RunningProxy, startNode, startProxyProgram } from './proxy-process.ts'

const missing = PROGRAMS.filter(({ name }) => !isInstalled(name)).map(({ name }) => name)
if (missing.length > 0)
  console.warn(`Tests of the shipped files are skipped: ${missing.join(' and ')} is not installed.`)

/** The chunks that a client received. */
async function* chunksOf(response: Response): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  for await (const chunk of response.body!) yield decoder.decode(chunk)
}

describe.each(PROGRAMS)('the shipped file for $name', (program) => {
  const it = test.skipIf(missing.includes(program.name))
  let nodes: Node[] = []
  let proxy: RunningProxy
  /** Ends the stream that a node has begun. */
  let finish: () => void

  beforeEach(async () => {
    if (missing.includes(program.name)) return
    nodes = [await startNode(answerAs('one')), await startNode(answerAs('two'))]
    proxy = await startProxyProgram(program, nodes)
    // The proxy uses a node only after a health check.
    await vi.waitFor(async () => expect((await ask('ready')).status).toBe(200), { timeout: 20_000, interval: 100 })
  })

  afterEach(async () => {
    if (missing.includes(program.name)) return
    await proxy.close()
    for (const { server } of nodes) {
      server.closeAllConnections()
      server.close()
    }
  })

  const answerAs = (name: string) => async (request: IncomingMessage, response: ServerResponse) => {
    if (request.url !== '/stream') {
      let bytes = 0
      for await (const chunk of request) bytes += (chunk as Buffer).length
      response.end(JSON.stringify({ name, bytes, host: request.headers.host }))
      return
    }
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write('data: 1\n\n')
    const { promise, resolve } = Promise.withResolvers<void>()
    finish = resolve
    await promise
    response.end('data: 2\n\n')
  }

  const ask = (session: string, header = 'x-session-id') =>
    fetch(`${proxy.url}/v1/chat/completions`, { method: 'POST', body: '{}', headers: { [header]: session } })
  const nodeOf = async (session: string, header?: string) =>
    ((await (await ask(session, header)).json()) as { name: string }).name

  it('passes on each chunk of a stream before the next one exists', async () => {
    const response = await fetch(`${proxy.url}/stream`, { method: 'POST', body: '{}' })
    const chunks = chunksOf(response)
    expect((await chunks.next()).value).toBe('data: 1\n\n')
    finish()
    expect((await chunks.next()).value).toBe('data: 2\n\n')
  })

  it.each([['x-session-id'], ['x-claude-code-session-id']])(
    'routes a conversation with %s to one node, and distributes conversations over both',
    async (header) => {
      const used = new Set<string>()
      for (let index = 0; index < 20; index++) {
        const names = [await nodeOf(`s${index}`, header), await nodeOf(`s${index}`, header)]
        expect(names[0]).toBe(names[1])
        used.add(names[0]!)
      }
      expect([...used].sort()).toEqual(['one', 'two'])
    },
  )

  it('passes on the host and the port that the client used', async () => {
    expect(await (await ask('any')).json()).toMatchObject({ host: new URL(proxy.url).host })
  })

  it('accepts a body of several megabytes', async () => {
    const body = 'x'.repeat(8 * 1024 * 1024)
    const response = await fetch(`${proxy.url}/v1/files`, { method: 'POST', body })
    expect(await response.json()).toMatchObject({ bytes: body.length })
  })

  it('blocks the admin API and the metrics from outside', async () => {
    for (const path of ['/admin/v1/accounts', '/metrics']) {
      expect((await fetch(proxy.url + path)).status).toBe(404)
    }
  })

  it('routes every conversation to the other node when one is down', async () => {
    const [gone] = nodes
    gone!.server.closeAllConnections()
    gone!.server.close()
    await once(gone!.server, 'close')
    for (let index = 0; index < 10; index++) {
      await vi.waitFor(async () => expect(await nodeOf(`s${index}`)).toBe('two'), { timeout: 20_000, interval: 200 })
    }
  })
})
