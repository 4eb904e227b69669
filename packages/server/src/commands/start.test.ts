import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { spawnCommand } from './spawned-command.ts'

/** Nothing listens there, so a request that passes the gate is answered without any provider. */
const NOWHERE = 'http://127.0.0.1:9'

let directory = ''
let stop: (() => void) | undefined

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'pleat-start-'))
})

afterEach(() => {
  stop?.()
  rmSync(directory, { recursive: true, force: true })
})

const SETTINGS = { PLEAT_PORT: '0', PLEAT_LOG_LEVEL: 'silent', PLEAT_OPENAI_URL: NOWHERE }

async function startServer(variables: Record<string, string> = {}) {
  const started = spawnCommand(['start'], { directory, variables: { ...SETTINGS, ...variables } })
  stop = () => started.child.kill('SIGKILL')
  await vi.waitFor(
    () => expect(started.printed.stdout, started.printed.stderr).toMatch(/listening on http[^\n]*\n[\s\S]*\n$/),
    20_000,
  )
  const url = /listening on (\S+)/.exec(started.printed.stdout)?.[1] ?? ''
  return { ...started, url }
}

/** Starts a server whose standard output is a full disk. `errors` returns what it has written to standard error. */
function startOnFullDisk() {
  const script = 'exec "$0" "$@" > /dev/full'
  const child = spawn('sh', ['-c', script, process.execPath, join(import.meta.dirname, '..', 'main.ts'), 'start'], {
    cwd: directory,
    env: { ...SETTINGS, PLEAT_DATA_DIR: join(directory, 'data'), PLEAT_WARM_UP: 'off' },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  stop = () => child.kill('SIGKILL')
  let errors = ''
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    errors += chunk
  })
  return { child, errors: () => errors }
}

async function askStatus(url: string, key: string): Promise<number> {
  const response = await fetch(`${url}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'm', messages: [{ role: 'user', content: 'Hello.' }] }),
  })
  await response.arrayBuffer()
  return response.status
}

test('the first start shows a key that works, until another process revokes it', async () => {
  const { child, printed, ended, url } = await startServer({ OPENAI_API_KEY: 'sk-1', PLEAT_PROT: '1' })
  const key = /^ {2}(pleat_\S+)$/m.exec(printed.stdout)?.[1] ?? ''
  expect(printed.stdout).toContain(
    `Data directory: ${join(directory, 'data')} (PLEAT_DATA_DIR)\nSettings: the environment; no .env`,
  )
  expect(printed.stdout).toContain(`curl -i ${url}/v1/chat/completions`)
  expect(printed.stdout).toContain(`curl -i ${url}/v1/messages`)
  expect(printed.stdout).toContain(`OPENAI_BASE_URL=${url}/v1`)
  expect(printed.stdout).toContain(`ANTHROPIC_BASE_URL=${url} ANTHROPIC_AUTH_TOKEN=${key} claude`)
  expect(printed.stdout).toContain('ANTHROPIC_API_KEY is not set')
  expect(printed.stdout).not.toContain('OPENAI_API_KEY is not set')
  expect(printed.stderr).toContain('warning: PLEAT_PROT is not a setting of this server; did you mean PLEAT_PORT?')
  const account = await spawnCommand(['accounts', 'show', 'default', '--json'], { directory }).ended
  expect(JSON.parse(account.stdout)).toMatchObject({ plan: 'pro' })
  expect(await askStatus(url, key)).toBe(502)
  const revoked = await spawnCommand(['keys', 'revoke', key.slice(0, 12)], { directory }).ended
  expect(revoked.code).toBe(0)
  expect(await askStatus(url, key)).toBe(401)
  // Twice, as npm and the terminal do at one Ctrl+C.
  child.kill('SIGINT')
  child.kill('SIGINT')
  expect((await ended).code).toBe(0)
})

test('a later start shows how to create a key, and the error names a port that is in use', async () => {
  await spawnCommand(['keys', 'create', '--account', 'a'], { directory }).ended
  writeFileSync(join(directory, '.env'), 'PLEAT_RPM=100\n')
  const { child, printed, ended, url } = await startServer()
  expect(printed.stdout).toContain(`Settings: the environment and ${join(directory, '.env')}\n`)
  expect(printed.stdout).toContain('npm run pleat-server -- keys create --account NAME')
  expect(printed.stdout).not.toMatch(/pleat_\w/)
  const port = new URL(url).port
  const second = await spawnCommand(['start'], { directory, variables: { PLEAT_PORT: port } }).ended
  expect(second.code).toBe(1)
  expect(second.stderr).toBe(
    `error: PLEAT_PORT: port ${port} of 127.0.0.1 is already in use; stop the other process or choose another port\n`,
  )
  child.kill('SIGTERM')
  expect((await ended).code).toBe(0)
})

test('a stop completes the requests in flight although nobody reads standard error', async () => {
  const { promise: isAsked, resolve: noteAsked } = Promise.withResolvers<ServerResponse>()
  const provider = createServer((_, response) => noteAsked(response)).listen(0, '127.0.0.1')
  await once(provider, 'listening')
  const { port } = provider.address() as AddressInfo
  const address = { PLEAT_OPENAI_URL: `http://127.0.0.1:${port}`, OPENAI_API_KEY: 'sk-1' }
  const { child, printed, ended, url } = await startServer(address)
  const status = askStatus(url, /^ {2}(pleat_\S+)$/m.exec(printed.stdout)?.[1] ?? '')
  const response = await isAsked
  child.stderr.destroy()
  child.kill('SIGTERM')
  await vi.waitFor(() => expect(fetch(`${url}/v1/health`)).rejects.toThrow(), 10_000)
  response.end('{}')
  expect(await status).toBe(200)
  expect((await ended).code).toBe(0)
  provider.close()
})

test.runIf(existsSync('/dev/full'))('a start reports text that cannot be written, and the server runs', async () => {
  const { child, errors } = startOnFullDisk()
  const ended = once(child, 'close')
  await vi.waitFor(() => expect(errors()).toBe('error: the output could not be written (ENOSPC)\n'), 20_000)
  child.kill('SIGTERM')
  expect(await ended).toEqual([1, null])
  expect(errors()).toMatch(/^error: [^\n]*\nStopping when [^\n]*\n$/)
})
