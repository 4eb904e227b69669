import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type CallOptions, type Laptop, makeLaptop } from './laptop.ts'
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
  server.bill = undefined
  server.requests.length = 0
})
afterEach(() => laptop.remove())

const account = () => ({ PLEAT_SERVER: server.url, PLEAT_KEY: KEY })

/** Runs a program under the name of a tool. */
function run(name: string, code: string, options: CallOptions & { argv?: string[] } = {}) {
  const { argv: own = [], ...rest } = options
  const file = join(laptop.home, `${name}.mjs`)
  writeFileSync(file, code)
  const argv = ['run', ...own, '--', 'node', file, '--json', '--', 'argument']
  return laptop.pleat(argv, { variables: account(), ...rest })
}

const POST = `
  const { ANTHROPIC_BASE_URL, ANTHROPIC_AUTH_TOKEN } = process.env
  const headers = { authorization: 'Bearer ' + ANTHROPIC_AUTH_TOKEN, 'anthropic-version': '2023-06-01', 'x-odd': '1' }
  const post = () => fetch(ANTHROPIC_BASE_URL + '/v1/messages?beta=true', { method: 'POST', headers, body: '{"a": 1.0}' })
`

describe('running a tool', () => {
  it('sends its requests through the server, prints the savings, and exits with its code', async () => {
    const code = `${POST} const answer = await post(); await answer.text(); await post(); console.log(answer.status); process.exit(3)`
    const { code: exitCode, stdout, stderr } = await run('claude', code)
    expect({ exitCode, stdout }).toEqual({ exitCode: 3, stdout: '200\n' })
    expect(stderr).toBe('pleat: saved 1,280 of 2,000 input tokens (64 %) in 2 requests\n')
    const proxied = server.requests.filter(({ path }) => path === '/v1/messages?beta=true')
    expect(proxied).toHaveLength(2)
    expect(proxied[0]).toMatchObject({ body: '{"a": 1.0}', headers: { authorization: `Bearer ${KEY}`, 'x-odd': '1' } })
    expect(await laptop.pleat(['status'])).toMatchObject({
      stdout: expect.stringMatching(/1,280 of 2,000 tokens .* in 1 run through/),
    })
  })

  it('prints the input bill beside the direct one, and stores it for status', async () => {
    server.bill = { billed_requests: 2, priced_requests: 1, usd: 0.5, direct_usd: 1.25, saved_usd: 0.75 }
    const { stderr } = await run('claude', `${POST} await (await post()).text(); await (await post()).text()`)
    const cost = "input cost $0.5000 USD with Pleat, about $1.25 direct with the provider's cache: $0.7500 (60 %) saved"
    expect(stderr.split('\n').slice(1)).toEqual([`pleat: ${cost} (1 of 2 requests)`, ''])
    const asked = server.requests.filter(({ path }) => path.startsWith('/v1/account/bill?'))
    expect(asked.map(({ path }) => new URLSearchParams(path.split('?')[1]).getAll('session'))).toEqual([
      ['one session'],
    ])
    expect((await laptop.pleat(['status'])).stdout).toContain(cost)
    const { stdout } = await laptop.pleat(['status', '--json'])
    expect(JSON.parse(stdout).saved).toMatchObject([{ what: 'run', usd: 0.5, directUsd: 1.25 }])
  })

  it.each([
    [
      'no price is known',
      { billed_requests: 1, priced_requests: 0, usd: null, direct_usd: null },
      'has no price for the model',
    ],
    ['no response reports usage', { billed_requests: 0, priced_requests: 0, usd: null }, 'no response reported usage'],
  ])('prints that the cost is not known if %s', async (_, bill, reason) => {
    server.bill = bill
    const { stderr } = await run('claude', `${POST} await (await post()).text()`)
    expect(stderr).toMatch(/^pleat: saved .*\npleat: the cost is not known: .*\n$/)
    expect(stderr).toContain(reason)
  })

  it('hides the real key from the tool, and refuses requests of other programs', async () => {
    const code = `${POST}
      console.log(JSON.stringify(process.env).includes('${KEY}'), process.argv.slice(2).join(' '))
      headers.authorization = 'Bearer guessed'
      console.log((await post()).status)`
    const { stdout, stderr } = await run('claude', code, { variables: account() })
    expect(stdout).toBe('true --json -- argument\n401\n')
    expect(stderr).toContain('no request went through')
    await laptop.pleat(['login', '--server', server.url], { input: KEY })
    expect((await run('claude', code, { variables: {} })).stdout).toBe('false --json -- argument\n401\n')
  })

  it('breaks the connection to the tool when the connection to the server breaks', async () => {
    server.manner = 'breaks off'
    const code = `${POST} const answer = await post(); await answer.text().then(() => console.log('whole'), () => console.log('broken'))`
    expect((await run('claude', code)).stdout).toBe('broken\n')
  })

  it('sets the variables of the recognised tool', async () => {
    const shown = `console.log(Object.keys(process.env).filter((name) => /^(?:OPENAI|ANTHROPIC|OPENCODE)_/.test(name)).sort().join(' '))`
    const claude = await run('claude', shown, { variables: { ...account(), ANTHROPIC_API_KEY: 'sk-ant-own' } })
    expect(claude.stdout).toBe('ANTHROPIC_AUTH_TOKEN ANTHROPIC_BASE_URL\n')
    const qwen = await run('qwen', shown)
    expect(qwen.stdout).toContain('OPENAI_API_KEY OPENAI_BASE_URL')
    const opencode = await run('opencode', 'console.log(process.env.OPENCODE_CONFIG_CONTENT)', {
      variables: { ...account(), OPENCODE_CONFIG_CONTENT: '{"theme":"dark"}' },
    })
    expect(JSON.parse(opencode.stdout)).toEqual({
      theme: 'dark',
      provider: { anthropic: { options: { baseURL: expect.stringMatching(/\/v1$/), apiKey: expect.any(String) } } },
    })
    const aider = await run('aider', 'console.log(process.env.AIDER_OPENAI_API_BASE, process.env.ANTHROPIC_API_BASE)')
    expect(aider.stdout).toMatch(/^(http:\/\/127\.0\.0\.1:\d+)\/v1 \1\n$/)
    const as = await run('my-agent', shown, { argv: ['--as', 'claude'] })
    expect(as.stdout).toBe('ANTHROPIC_AUTH_TOKEN ANTHROPIC_BASE_URL\n')
  })

  it('prints failures when all requests failed, and records no savings', async () => {
    server.manner = 'fails'
    const { stderr } = await run('claude', `${POST} await (await post()).text(); await (await post()).text()`)
    expect(stderr).toBe('pleat: 2 requests failed: 2 with status 500\n')
    expect((await laptop.pleat(['status'])).stdout).not.toMatch(/run through/)
  })

  it('prints that no request went through the server', async () => {
    expect((await run('claude', '')).stderr).toBe('pleat: no request went through the server\n')
  })

  it('starts a tool unchanged if variables cannot set its server', async () => {
    const { stdout, stderr } = await run('codex', 'console.log(process.env.OPENAI_BASE_URL)')
    expect(stdout).toBe('undefined\n')
    expect(stderr).toContain('codex takes its server from config.toml')
  })

  it.each(['{"theme":', '["dark"]', '7'])('starts opencode unchanged if its settings are %s', async (settings) => {
    const variables = { ...account(), OPENCODE_CONFIG_CONTENT: settings }
    const shown = 'console.log(process.env.OPENCODE_CONFIG_CONTENT, process.env.ANTHROPIC_API_KEY)'
    const { stdout, stderr } = await run('opencode', shown, { variables })
    expect(stdout).toBe(`${settings} undefined\n`)
    expect(stderr).toMatch(/^pleat: OPENCODE_CONFIG_CONTENT is not a JSON object, .*\n$/)
    const env = await laptop.pleat(['env', 'opencode'], { variables })
    expect([env.code, env.stderr]).toEqual([1, expect.stringContaining('OPENCODE_CONFIG_CONTENT is not a JSON object')])
  })

  it('starts the tool unchanged without a reachable server', async () => {
    const shown = 'console.log(process.env.ANTHROPIC_BASE_URL)'
    const without = await run('claude', shown, { variables: {} })
    expect(without).toMatchObject({
      code: 0,
      stdout: 'undefined\n',
      stderr: expect.stringContaining('claude starts without it'),
    })
    const away = await run('claude', shown, { variables: { PLEAT_SERVER: await addressOfNobody(), PLEAT_KEY: KEY } })
    expect(away).toMatchObject({
      code: 0,
      stdout: 'undefined\n',
      stderr: expect.stringContaining('the server refused the connection'),
    })
  })

  it("sends the user's provider keys only with --own-key", async () => {
    const code = `${POST} console.log((await (await post()).json()).provider_key)`
    const variables = { ...account(), ANTHROPIC_API_KEY: 'sk-ant-own' }
    expect((await run('claude', code, { variables })).stdout).toBe('null\n')
    expect((await run('claude', code, { variables, argv: ['--own-key'] })).stdout).toBe('sk-ant-own\n')
  })

  it('gives the tool the address of the server with --direct', async () => {
    const code = 'console.log(process.env.ANTHROPIC_BASE_URL, process.env.ANTHROPIC_AUTH_TOKEN)'
    expect((await run('claude', code, { argv: ['--direct'] })).stdout).toBe(`${server.url} ${KEY}\n`)
  })

  it.each([
    ['no exceptions', {}, ['127.0.0.1', '127.0.0.1']],
    ['exceptions', { NO_PROXY: 'a.example' }, ['a.example,127.0.0.1', 'a.example,127.0.0.1']],
    [
      'different exceptions in both variables',
      { NO_PROXY: 'a.example', no_proxy: 'b.example' },
      ['a.example,127.0.0.1', 'b.example,127.0.0.1'],
    ],
    ['everything excepted', { no_proxy: '*' }, ['*', '*']],
  ])('excludes its address from the proxies of the tool, with %s', async (_, given, expected) => {
    const shown = 'console.log(JSON.stringify([process.env.NO_PROXY, process.env.no_proxy]))'
    const { stdout } = await run('claude', shown, { variables: { ...account(), ...given } })
    expect(JSON.parse(stdout)).toEqual(expected)
  })

  it('exits with the code of the tool when nobody reads standard error', async () => {
    const code = `${POST} await (await post()).text(); console.log('done'); process.exit(5)`
    expect(await run('claude', code, { isStderrClosed: true })).toMatchObject({ code: 5, stdout: 'done\n' })
    const without = await run('claude', "console.log('done'); process.exit(5)", { variables: {}, isStderrClosed: true })
    expect(without).toMatchObject({ code: 5, stdout: 'done\n' })
  })

  it('passes an interrupt to the tool if no terminal does', async () => {
    const code = `
      process.on('SIGINT', () => console.log('interrupted')).on('SIGTERM', () => process.exit(9))
      setInterval(() => undefined, 1000)
      console.log('ready')`
    const { code: exitCode, stdout } = await run('claude', code, {
      onStdout(printed, child) {
        // One signal at a time: of two pending signals, either may be handled first.
        if (printed === 'ready\n') child.kill('SIGINT')
        if (printed.endsWith('interrupted\n')) child.kill('SIGTERM')
      },
    })
    expect({ exitCode, stdout }).toEqual({ exitCode: 9, stdout: 'ready\ninterrupted\n' })
  })

  it('gives the reason why a stored account cannot be used, and starts the tool without it', async () => {
    mkdirSync(join(laptop.home, '.config', 'pleat'), { recursive: true })
    writeFileSync(join(laptop.home, '.config', 'pleat', 'account.json'), '{"server":')
    const { code, stderr } = await run('claude', '', { variables: {} })
    expect(code).toBe(0)
    expect(stderr).toMatch(/account\.json is not valid; run "pleat login" again; claude starts without it\n$/)
  })

  it('names a command that does not exist', async () => {
    const { code, stderr } = await laptop.pleat(['run', '--', 'no-such-command-at-all'], { variables: account() })
    expect(code).toBe(1)
    expect(stderr).toContain('command not found')
  })
})

describe('the output of env', () => {
  it('is valid in a shell', async () => {
    const { execFileSync } = await import('node:child_process')
    const { stdout } = await laptop.pleat(['env', 'claude', '--shell', 'sh'], {
      variables: { ...account(), PLEAT_KEY: "it's-a-$key`" },
    })
    const shown = execFileSync('sh', ['-c', `${stdout}\necho "$ANTHROPIC_BASE_URL $ANTHROPIC_AUTH_TOKEN"`], {
      encoding: 'utf8',
    })
    expect(shown).toBe(`${server.url} it's-a-$key\`\n`)
  })

  it('exists for other shells and as JSON', async () => {
    const fish = await laptop.pleat(['env', 'claude', '--shell', 'fish'], { variables: account() })
    expect(fish.stdout).toContain(`set -gx ANTHROPIC_AUTH_TOKEN '${KEY}'`)
    expect((await laptop.pleat(['env', 'claude-code', '--shell', 'fish'], { variables: account() })).stdout).toBe(
      fish.stdout,
    )
    const json = await laptop.pleat(['env', '--json'], { variables: account() })
    expect(JSON.parse(json.stdout).variables).toMatchObject({
      OPENAI_BASE_URL: `${server.url}/v1`,
      ANTHROPIC_AUTH_TOKEN: null,
    })
  })
})
