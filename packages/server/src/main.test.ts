import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import SqliteHandle from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openSqliteStore } from './adapters/sqlite/open-sqlite-store.ts'
import { PLAIN_COUNTS } from './adapters/usage-counts.fixture.ts'
import { runHere } from './commands/run-here.fixture.ts'
import { spawnCommand } from './commands/spawned-command.ts'
import { VERSION } from './config/version.ts'
import { hashKey } from './gate/key-format.ts'
import { createCredentialVault } from './money/credentials.ts'

let directory = ''

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'pleat-command-'))
})

afterEach(() => rmSync(directory, { recursive: true, force: true }))

function run(argv: string, options: { input?: string; variables?: Record<string, string> } = {}) {
  return runHere(argv.split(' '), { directory, ...options })
}

const openStore = () => openSqliteStore({ dataDir: join(directory, 'data'), requestsPerMinute: 1 })

describe('keys', () => {
  test('create prints one line of JSON with a key that works, and stores no key', async () => {
    const { code, stdout, stderr } = await run('keys create --account bench --plan pro --budget-cents 0.3 --json')
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout.trim().split('\n')).toHaveLength(1)
    const { key, id, ...rest } = JSON.parse(stdout)
    expect(rest).toMatchObject({ account: 'bench', plan: 'pro', budget_cents: 0.3, requests_per_minute: 2000 })
    const store = await openStore()
    expect((await store.keys.findCaller(hashKey(key)))?.keyId).toBe(id)
    await store.close()
    const files = readdirSync(join(directory, 'data'))
    for (const file of files) expect(readFileSync(join(directory, 'data', file)).includes(key)).toBe(false)
  })

  test('list shows previews in aligned columns, and revoke accepts a preview', async () => {
    const created = JSON.parse((await run('keys create --account bench --rpm 1000000 --json')).stdout)
    expect(created.requests_per_minute).toBe(1_000_000)
    const preview = created.key.slice(0, 12)
    const listed = (await run('keys list')).stdout
    expect(listed).toMatch(/^ID +KEY +ACCOUNT +PLAN +REQUESTS\/MIN +MODELS +SPENDING LIMIT +SPENT TODAY/)
    expect(listed).toContain(`${created.id}  ${preview}...  bench    free  1000000`)
    expect(listed).not.toContain(created.key)
    expect(await run(`keys revoke ${preview}... --json`)).toEqual({
      code: 0,
      stdout: `{"id":"${created.id}","account":"bench","revoked":true}\n`,
      stderr: '',
    })
    expect(await run(`keys revoke ${created.id}`)).toEqual({
      code: 1,
      stdout: '',
      stderr: 'error: this key is already revoked\n',
    })
  })
})

describe('accounts', () => {
  test('a credential comes from standard input or a variable, is sealed, and is listed by its provider only', async () => {
    await run('keys create --account bench')
    const set = await run('accounts set-credential bench --provider openai', { input: 'sk-from-input\n' })
    expect(set).toMatchObject({ code: 0, stderr: '' })
    expect(set.stdout).toMatch(/^The OpenAI credential of bench is set\./)
    await run('accounts set-credential bench --provider anthropic --from-env MINE', { variables: { MINE: 'sk-env' } })
    const listed = await run('accounts list --json')
    expect(JSON.parse(listed.stdout).accounts).toMatchObject([
      { account: 'bench', plan: 'free', budget_cents: 0, credentials: ['anthropic', 'openai'] },
    ])
    const store = await openStore()
    const accountId = (await store.keys.findAccount('bench'))!.id
    const secret = readFileSync(join(directory, 'data', 'secret'), 'utf8').trim()
    const vault = createCredentialVault({ store: store.credentials, secret })
    expect(await vault.find(accountId, 'openai')).toBe('sk-from-input')
    expect(await vault.find(accountId, 'anthropic')).toBe('sk-env')
    expect(await store.credentials.find(accountId, 'openai')).not.toContain('sk-from-input')
    expect((await run('accounts set-credential bench --provider openai --remove')).code).toBe(0)
    expect(await store.credentials.find(accountId, 'openai')).toBeUndefined()
    await store.close()
  })
})

describe('accounts at upstreams', () => {
  const entry = { name: 'azure', api: 'openai', url: 'https://h.example', key: 'sk-x' }
  const local = { name: 'local', api: 'openai', url: 'http://h.example' }
  const PLEAT_UPSTREAMS = JSON.stringify([entry, local])

  test('a credential may be for an upstream that takes keys, and can be removed after the upstream is gone', async () => {
    await run('keys create --account tenant')
    const setAt = (provider: string) =>
      run(`accounts set-credential tenant --provider ${provider}`, { input: 'sk-1\n', variables: { PLEAT_UPSTREAMS } })
    expect((await setAt('azure')).stdout).toMatch(/^The azure credential of tenant is set\./)
    expect((await setAt('local')).stderr).toContain('(azure, openai, anthropic), not "local"')
    const credentialsOf = async () =>
      JSON.parse((await run('accounts list --json')).stdout).accounts.find(
        ({ account }: { account: string }) => account === 'tenant',
      ).credentials
    expect(await credentialsOf()).toEqual(['azure'])
    expect((await run('accounts set-credential tenant --provider azure --remove')).code).toBe(0)
    expect(await credentialsOf()).toEqual([])
  })
})

describe('accounts and the ledger', () => {
  test('an account is created, changed and shown, with every change of its budget', async () => {
    const made = JSON.parse((await run('accounts create bench --budget-cents 0.1 --json')).stdout)
    expect(made).toMatchObject({ account: 'bench', plan: 'free', budget_cents: 0.1, owed_cents: 0 })
    expect((await run('accounts create bench')).stderr).toBe(
      'error: account "bench" already exists; see: pleat-server accounts show bench\n',
    )
    expect((await run('accounts add-budget bench 0.2')).stdout).toBe(
      'Added 0.2 cents: bench has 0.3 cents for transcript views.\n',
    )
    expect((await run('accounts set-plan bench pro')).stdout).toBe('bench is now on plan pro.\n')
    const shown = JSON.parse((await run('accounts show bench --json')).stdout)
    expect(shown).toMatchObject({ ...made, plan: 'pro', budget_cents: 0.3, keys: [] })
    expect(shown.ledger.map((entry: Record<string, unknown>) => [entry.kind, entry.amount_cents])).toEqual([
      ['budget-added', 0.2],
      ['opening', 0.1],
    ])
    expect((await run('accounts settle bench 1')).stderr).toBe(
      'error: bench owes only 0 cents; nothing was recorded. Use an amount up to that, or "all"\n',
    )
    expect((await run('accounts settle bench all')).stdout).toBe('Settled 0 cents: bench owes 0 cents.\n')
    expect((await run('accounts show bench')).stdout).toMatch(/2 {3}\S+ \S+ UTC {2}budget-added +0\.2 +0\.3 /)
  })

  test('ledger verify exits with 0 if the ledger balances, and with 1 and the faulty accounts otherwise', async () => {
    await run('accounts create good --budget-cents 5')
    await run('accounts create bad --budget-cents 5')
    const good = await run('ledger verify --json')
    expect(good).toMatchObject({ code: 0, stderr: '' })
    expect(JSON.parse(good.stdout)).toMatchObject({ ok: true, accounts: [{ account: 'bad' }, { account: 'good' }] })
    const database = new SqliteHandle(join(directory, 'data', 'pleat.db'))
    database.exec("update accounts set budget_micro_cents = budget_micro_cents - 1 where name = 'bad'")
    database.close()
    const bad = await run('ledger verify --json')
    expect(bad).toMatchObject({ code: 1, stderr: '' })
    expect(bad.stdout.trim().split('\n')).toHaveLength(1)
    const { ok, accounts } = JSON.parse(bad.stdout)
    expect([ok, accounts[0].problems, accounts[1].problems]).toEqual([
      false,
      ['the budget is 4999999 micro-cents, but the sum of its entries is 5000000'],
      [],
    ])
    const text = await run('ledger verify')
    expect(text.code).toBe(1)
    expect(text.stdout).toMatch(/good +1 +5 +0 {2}balances/)
  })
})

describe('usage', () => {
  test('is printed by day and account, summed over keys as text and per key as JSON', async () => {
    const store = await openStore()
    const day = new Date().toISOString().slice(0, 10)
    const entry = {
      accountId: 'account',
      day,
      model: 'gpt-x',
      requests: 3,
      folded: 1,
      failed: 0,
      originalTokens: 4000,
      optimizedTokens: 1000,
      billedInputTokens: 990,
      billedCachedTokens: 0,
      outputTokens: 5,
      billMicroCents: 0,
      ...PLAIN_COUNTS,
    }
    await store.usage.add([
      { ...entry, keyId: 'k1' },
      { ...entry, keyId: 'k2' },
      { ...entry, keyId: 'k1', day: '2020-01-01' },
    ])
    await store.close()
    const [text, json] = await Promise.all([run('usage --days 2'), run('usage --days 2 --json')])
    expect(text.stdout).toMatch(new RegExp(`${day}  account  gpt-x +6 +2 +0 +8,000 +2,000 +6,000 +75 +- +- +-\\n`))
    expect(text.stdout).toContain('Saved 6,000 of 8,000 input tokens (75 %)')
    expect(text.stdout).toContain('The cost is not known: no response reported usage.')
    const rows = JSON.parse(json.stdout).usage
    expect(rows).toHaveLength(2)
    expect(rows[0]).toMatchObject({ key_id: 'k1', requests: 3, saved_tokens: 3000, billed_input_tokens: 990 })
  })
})

describe('the process', () => {
  test('reads its environment and its standard input, prints to its own streams, and exits with the code of the command', async () => {
    const spawned = (line: string, options: { input?: string; variables?: Record<string, string> } = {}) =>
      spawnCommand(line.split(' '), { directory, ...options }).ended
    expect(await spawned('--version')).toEqual({ code: 0, stdout: `${VERSION}\n`, stderr: '' })
    expect(await spawned('keys creat')).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('creat') })
    expect(await spawned('keys list', { variables: { PLEAT_PORT: 'http' } })).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('PLEAT_PORT'),
    })
    await run('accounts create a')
    const set = await spawned('accounts set-credential a --provider openai', { input: 'sk-1\n' })
    expect(set).toMatchObject({ code: 0, stdout: expect.stringContaining('of a is set') })
  })

  test.runIf(existsSync('/dev/full'))('exits with 1 if its output cannot be written', () => {
    const argv = [process.execPath, join(import.meta.dirname, 'main.ts'), 'keys', 'create', '--account', 'a', '--json']
    const { status, stderr } = spawnSync('sh', ['-c', 'exec "$0" "$@" > /dev/full', ...argv], {
      cwd: directory,
      env: { PLEAT_DATA_DIR: join(directory, 'data') },
      encoding: 'utf8',
    })
    expect([status, stderr]).toEqual([1, 'error: the output could not be written (ENOSPC)\n'])
  })
})

describe('the command line', () => {
  test.each([
    ['kyes list', 2, "error: unknown command 'kyes' (Did you mean keys?)"],
    ['keys creat', 2, "error: unknown command 'creat' (Did you mean create?)"],
    ['keys create', 2, "error: required option '--account <name>' not specified"],
    ['keys create --account a --rpm 1.5', 2, 'error: --rpm must be a whole number from 1 to 1000000000, not "1.5"'],
    [
      'accounts set-credential a --provider x',
      2,
      'error: --provider must be an upstream that takes keys (openai, anthropic)',
    ],
    ['accounts create a --plan gold', 2, "argument 'gold' is invalid"],
    ['accounts set-plan a gold', 2, "value 'gold' is invalid for argument 'plan'"],
    ['accounts set-plan a pro', 1, 'error: no account is named "a"'],
    ['accounts add-budget a 1e3', 2, 'error: <cents> must be an amount such as 250 or 12.5'],
    ['accounts add-budget a 5', 1, 'error: no account is named "a"'],
    ['accounts settle a all', 1, 'error: no account is named "a"'],
    ['accounts settle a everything', 2, 'error: <cents> must be an amount such as 250 or 12.5'],
    ['accounts show a', 1, 'error: no account is named "a"'],
    ['accounts show a --entries x', 2, 'error: --entries must be a whole number'],
    ['accounts set-credential a --provider openai --remove', 1, 'error: no account is named "a"'],
  ])('exits for "%s" with %d and one line of error', async (argv, code, line) => {
    const ended = await run(argv)
    expect(ended).toMatchObject({ code, stdout: '' })
    expect(ended.stderr).toMatch(/^error: [^\n]*\n$/)
    expect(ended.stderr).toContain(line)
  })

  test('prints an error as one line of JSON with --json', async () => {
    const { code, stdout } = await run('keys create --account a --budget-cents 1e3 --json')
    expect(code).toBe(2)
    expect(JSON.parse(stdout).error).toMatch(/^--budget-cents must be an amount/)
  })

  test('names invalid settings, from .env and from the environment', async () => {
    writeFileSync(join(directory, '.env'), 'PLEAT_PORT=http\n')
    const { code, stderr } = await run('keys list', { variables: { PLEAT_SECRET: 'hunter2' } })
    expect(code).toBe(1)
    expect(stderr).toContain('PLEAT_PORT must be a whole number from 0 to 65535')
    expect(stderr).toContain('PLEAT_SECRET must have at least 16 characters')
    expect(stderr).not.toContain('hunter2')
  })

  test('has help with an example for commands of keys, accounts, usage, sessions and the ledger', async () => {
    const commands = [
      'start',
      'keys',
      'keys create',
      'keys list',
      'keys revoke',
      'keys set',
      'keys rotate',
      'accounts',
      'accounts list',
      'usage',
    ]
    const money = [
      'accounts create',
      'accounts show',
      'accounts set-plan',
      'accounts add-budget',
      'accounts settle',
      'ledger',
      'ledger verify',
    ]
    commands.push(...money, 'keys block', 'keys unblock', 'sessions', 'sessions list', 'sessions show')
    const helps = await Promise.all([...commands, 'accounts set-credential'].map((command) => run(`${command} --help`)))
    for (const help of helps) {
      expect(help).toMatchObject({ code: 0, stderr: '' })
      expect(help.stdout).toMatch(/Example:\n {2}.*pleat-server /)
    }
    expect((await run('--version')).stdout).toBe(`${VERSION}\n`)
  })
})
