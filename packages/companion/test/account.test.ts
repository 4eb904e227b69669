import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Laptop, makeLaptop } from './laptop.ts'
import { addressOfNobody, KEY, type StandInServer, startStandInServer } from './stand-in-server.ts'

let server: StandInServer
let laptop: Laptop

beforeAll(async () => {
  server = await startStandInServer()
})
afterAll(() => server.close())
beforeEach(() => {
  laptop = makeLaptop()
  server.manner = 'serves'
  server.isOld = false
  server.requests.length = 0
})
afterEach(() => laptop.remove())

const login = (key = KEY, address = server.url) => laptop.pleat(['login', '--server', address], { input: `${key}\n` })
const file = () => join(laptop.home, '.config', 'pleat', 'account.json')

describe('logging in', () => {
  it('stores server and key, readable by the user alone, and does not print the key', async () => {
    const { code, stdout, stderr } = await login(KEY, `${server.url}/v1/`)
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toContain('plan Pro')
    expect(stdout).not.toContain(KEY)
    expect(JSON.parse(readFileSync(file(), 'utf8'))).toEqual({ server: server.url, key: KEY })
    expect(statSync(file()).mode & 0o777).toBe(0o600)
    expect(statSync(join(file(), '..')).mode & 0o777).toBe(0o700)
  })

  it('refuses a key that is unknown to the server', async () => {
    const { code, stderr } = await login('pleat_some-other-key')
    expect(code).toBe(1)
    expect(stderr).toContain('the server does not know this key')
    expect(() => statSync(file())).toThrow()
  })

  it.each([
    ['fails', 'the server answered 500'],
    ['breaks off', 'the connection to the server failed'],
    ['sends too much', "the server's response is longer than 64 MB"],
  ] as const)('does not store a key if the check of the key %s', async (manner, reason) => {
    server.manner = manner
    const { code, stdout, stderr } = await login()
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toContain(reason)
    expect(stderr).toContain('the key was not checked and not stored; log in again later')
    expect(() => statSync(file())).toThrow()
  })

  it('accepts a key with an exhausted budget, and prints the consequence', async () => {
    server.manner = 'asks for payment'
    const { code, stderr } = await login()
    expect(code).toBe(0)
    expect(stderr).toMatch(/has no budget left; until this changes, transcripts are compressed on this machine/)
  })

  it('refuses an address without a server, an invalid address and an invalid key', async () => {
    expect(await login(KEY, await addressOfNobody())).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('the server refused the connection'),
    })
    expect(await login(KEY, 'ftp://example.org')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('must start with http:// or https://'),
    })
    expect(await login(KEY, '::1')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('an IPv6 address needs brackets: http://[::1]:8080'),
    })
    expect(await login(KEY, 'https://user:word@example.org')).toMatchObject({ code: 2 })
    const { code, stderr } = await login('a key with spaces')
    expect(code).toBe(2)
    expect(stderr).not.toContain('with spaces')
  })

  it('accepts a local address without a scheme, and reports a missing key', async () => {
    expect(await login(KEY, server.url.replace('http://', ''))).toMatchObject({ code: 0 })
    expect(JSON.parse(readFileSync(file(), 'utf8')).server).toBe(server.url)
    expect(await login('')).toMatchObject({ code: 2, stderr: expect.stringContaining('no key was given') })
  })

  it('is undone by logging out', async () => {
    await login()
    expect(await laptop.pleat(['logout'])).toMatchObject({ code: 0, stdout: expect.stringContaining('nothing leaves') })
    expect(() => statSync(file())).toThrow()
    expect(await laptop.pleat(['logout'])).toMatchObject({ code: 0 })
  })

  it('is undone with a warning if the environment also names a server and a key', async () => {
    await login()
    const variables = { PLEAT_SERVER: server.url, PLEAT_KEY: KEY }
    const { stdout, stderr } = await laptop.pleat(['logout'], { variables })
    expect(stdout).toBe('Logged out.\n')
    expect(() => statSync(file())).toThrow()
    expect(stderr).toBe(`warning: PLEAT_SERVER and PLEAT_KEY are set; commands continue to use ${server.url}\n`)
  })

  it('ignores blank variables', async () => {
    const blank = { PLEAT_SERVER: ' ', PLEAT_KEY: '' }
    expect(await laptop.pleat(['login'], { variables: blank })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('no key was given'),
    })
    const input = `${KEY}\n`
    const stored = await laptop.pleat(['login'], { input, variables: { PLEAT_SERVER: server.url, PLEAT_KEY: ' ' } })
    expect(stored).toMatchObject({ code: 0, stderr: '' })
    const { stdout } = await laptop.pleat(['status', '--json'], { variables: { PLEAT_SERVER: ' ', PLEAT_KEY: ' ' } })
    expect(JSON.parse(stdout).server).toMatchObject({ address: server.url, from: 'file' })
  })
})

describe('one variable of the account without the other', () => {
  it.each([
    [{ PLEAT_SERVER: 'https://pleat.example' }, 'note: PLEAT_SERVER is ignored, because PLEAT_KEY is not set\n'],
    [{ PLEAT_KEY: KEY, PLEAT_SERVER: ' ' }, 'note: PLEAT_KEY is ignored, because PLEAT_SERVER is not set\n'],
    [{ PLEAT_SERVER: ' ', PLEAT_KEY: '' }, ''],
  ])('is reported by commands that use the account: %j', async (variables, note) => {
    const { code, stdout, stderr } = await laptop.pleat(['status', '--json'], { variables })
    expect({ code, stderr }).toEqual({ code: 0, stderr: note })
    expect(JSON.parse(stdout)).toMatchObject({ server: null, sends_transcripts_to: null })
    const input = JSON.stringify([{ role: 'user', content: 'hello' }])
    expect((await laptop.pleat(['compress'], { input, variables })).stderr.startsWith(note)).toBe(true)
    expect(await laptop.pleat(['logout'], { variables })).toMatchObject({ code: 0, stderr: '' })
  })
})

describe('the status', () => {
  it('shows server, plan, budget, installed hooks, savings and what leaves this machine', async () => {
    await login()
    await laptop.pleat(['install', 'claude-code'])
    const messages = Array.from({ length: 12 }, (_, i) => ({
      role: i % 2 ? 'assistant' : 'user',
      content: `message ${i}`,
    }))
    await laptop.pleat(['compress', '-'], { input: JSON.stringify(messages) })
    const { code, stdout } = await laptop.pleat(['status'])
    expect(code).toBe(0)
    expect(stdout).toContain(`Server        ${server.url}, Pleat 0.2.0`)
    expect(stdout).toMatch(/^Account {7}ACME$/m)
    expect(stdout).toMatch(/^Plan {10}Pro$/m)
    expect(stdout).toMatch(/^Budget {8}1,250\.000001 cents, not needed$/m)
    expect(stdout).toMatch(/^Owed {10}0\.25 cents$/m)
    expect(stdout).toMatch(/^ {2}today \(UTC\) {2}30,000 of 40,000 tokens \(75 %\) in 12 requests$/m)
    expect(stdout).toMatch(/^ {2}total {8}3,000,000 of 5,000,000 tokens \(60 %\) in 1,234 requests$/m)
    expect(stdout).toMatch(/claude-code {2}installed {6}.*settings\.json/)
    expect(stdout).toMatch(/codex {8}not installed/)
    expect(stdout).toMatch(/225 of \d+ tokens .* in 1 transcript, fees 0\.25 cents/)
    expect(stdout).toContain(`go to ${server.url}, with your key, and nowhere else`)
    expect(stdout).not.toContain(KEY)
  })

  it('prints one line of JSON with --json', async () => {
    server.manner = 'asks for payment'
    await login()
    const { stdout } = await laptop.pleat(['status', '--json'])
    expect(JSON.parse(stdout)).toMatchObject({
      server: {
        ...{ address: server.url, from: 'file', version: '0.2.0', key: 'valid', account: 'ACME', plan: 'Free' },
        ...{ budgetCents: 0, isEntitled: false, problem: 'the account has no budget left' },
        usage: { today: { requests: 12, originalTokens: 40_000, savedTokens: 30_000 }, total: { requests: 1234 } },
      },
      saved: [],
      sends_transcripts_to: server.url,
    })
    server.manner = 'serves'
    expect(JSON.parse((await laptop.pleat(['status', '--json'])).stdout).server).toMatchObject({
      ...{ plan: 'Pro', budgetCents: 1250.000001, owedCents: 0.25, isEntitled: true },
    })
  })

  it('asks the server only for its health and the account, and sends no message', async () => {
    await login()
    server.requests.length = 0
    await laptop.pleat(['status'])
    expect(server.requests.map(({ path, body }) => [path, body])).toEqual([
      ['/v1/health', ''],
      ['/v1/account', ''],
    ])
  })

  it('shows the known fields of an older server', async () => {
    server.isOld = true
    expect(await login('pleat_some-other-key')).toMatchObject({ code: 1 })
    await login()
    const { stdout } = await laptop.pleat(['status'])
    expect(stdout).toMatch(/^Plan {10}Pro$/m)
    expect(stdout).toMatch(/^Budget {8}not needed$/m)
    expect(stdout).not.toMatch(/Account|Owed|according to the server/)
    server.manner = 'asks for payment'
    expect(JSON.parse((await laptop.pleat(['status', '--json'])).stdout).server).toMatchObject({
      ...{ key: 'valid', plan: 'free', budgetCents: 0, problem: 'the account has no budget left' },
    })
  })

  it.each(['fails', 'talks garbage', 'sends a wrong shape', 'breaks off', 'redirects'] as const)(
    'is shown with a server that %s',
    async (manner) => {
      await login()
      server.manner = manner
      const { code, stdout } = await laptop.pleat(['status'])
      expect(code).toBe(0)
      expect(stdout).toMatch(
        /^Problem {7}the (?:server|connection).*; transcripts are compressed on this machine meanwhile$/m,
      )
      expect(stdout).not.toContain('according to the server')
    },
  )

  it('works without a server, with an unreachable one, and with an invalid account file', async () => {
    expect(await laptop.pleat(['status'])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('Nothing: no usable server'),
    })
    const variables = { PLEAT_SERVER: await addressOfNobody(), PLEAT_KEY: KEY }
    const away = await laptop.pleat(['status'], { variables })
    expect(away).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('transcripts are compressed on this machine meanwhile'),
    })
    await login()
    writeFileSync(file(), '{"server":')
    const { stdout } = await laptop.pleat(['status'])
    expect(stdout).toMatch(
      /^Server {8}not known\nProblem {7}.*account\.json is not valid; run "pleat login" again; transcripts are compr/,
    )
    expect(await laptop.pleat(['env'])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('run "pleat login" again'),
    })
  })

  it('shows why a server from the environment cannot be used, also with --json', async () => {
    const variables = { PLEAT_SERVER: 'ftp://example.org', PLEAT_KEY: KEY }
    const problem = 'PLEAT_SERVER and PLEAT_KEY: the server address must start with http:// or https://'
    const { stdout } = await laptop.pleat(['status'], { variables })
    expect(stdout).toContain(`\nProblem       ${problem}; transcripts are compressed on this machine meanwhile\n`)
    const json = JSON.parse((await laptop.pleat(['status', '--json'], { variables })).stdout)
    expect(json).toMatchObject({ server: { address: null, problem }, sends_transcripts_to: null })
  })

  it('shows that nothing leaves the machine with PLEAT_LOCAL', async () => {
    await login()
    const { stdout } = await laptop.pleat(['status'], { variables: { PLEAT_LOCAL: '1' } })
    expect(stdout).toContain('Nothing: no usable server is configured, or PLEAT_LOCAL is set')
  })
})
