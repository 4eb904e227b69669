import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
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

async function startServer(variables: Record<string, string> = {}) {
  const started = spawnCommand(['start'], {
    directory,
    variables: { PLEAT_PORT: '0', PLEAT_LOG_LEVEL: 'silent', PLEAT_OPENAI_URL: NOWHERE, ...variables },
  })
  stop = () => started.child.kill('SIGKILL')
  await vi.waitFor(
    () => expect(started.printed.stdout, started.printed.stderr).toMatch(/listening on http[^\n]*\n[\s\S]*\n$/),
    20_000,
  )
  const url = /listening on (\S+)/.exec(started.printed.stdout)?.[1] ?? ''
  return { ...started, url }
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
