import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import SqliteHandle from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { sessionRow } from '../adapters/session-row.fixture.ts'
import { openSqliteStore } from '../adapters/sqlite/open-sqlite-store.ts'
import { runHere } from './run-here.fixture.ts'
import { spawnCommand } from './spawned-command.ts'

/** Nothing listens there, so a request that passes the gate gets a 502 without any provider. */
const NOWHERE = 'http://127.0.0.1:9'

let directory = ''
const running: (() => Promise<unknown>)[] = []

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'pleat-backup-'))
})

afterEach(async () => {
  await Promise.all(running.splice(0).map((kill) => kill()))
  rmSync(directory, { recursive: true, force: true })
})

const run = (line: string, variables: Record<string, string> = {}, input = '') =>
  line.startsWith('start')
    ? spawnCommand(line.split(' '), { directory, variables, input }).ended
    : runHere(line.split(' '), { directory, variables, input })
const at = (...names: string[]) => join(directory, ...names)

async function startServer(variables: Record<string, string> = {}) {
  const { child, printed, ended } = spawnCommand(['start', '--json'], {
    directory,
    variables: { PLEAT_PORT: '0', PLEAT_OPENAI_URL: NOWHERE, OPENAI_API_KEY: 'sk-1', ...variables },
  })
  running.push(() => {
    child.kill('SIGKILL')
    return ended
  })
  await vi.waitFor(() => expect(printed.stdout, printed.stderr).toMatch(/^\{"url".*\}\n/m), 20_000)
  const line = printed.stdout.split('\n').find((each) => each.startsWith('{"url"'))!
  const { url, key } = JSON.parse(line) as { url: string; key?: string }
  const ask = async (withKey: string) => {
    const response = await fetch(`${url}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${withKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'm', messages: [{ role: 'user', content: 'Hello.' }] }),
    })
    await response.arrayBuffer()
    return response.status
  }
  const stop = async () => {
    child.kill('SIGTERM')
    return await ended
  }
  return { url, key: key ?? '', printed, ask, stop }
}

describe('backup and restore', () => {
  test('a backup of a running server restores into an empty directory, where its key and credential work', async () => {
    const server = await startServer()
    await run('accounts set-credential default --provider openai', {}, 'sk-own')
    const backup = await run('backup backup.db --with-secret --json')
    expect(backup).toMatchObject({ code: 0, stderr: '' })
    expect(JSON.parse(backup.stdout)).toMatchObject({
      file: at('backup.db'),
      accounts: 1,
      keys: 1,
      credentials: 1,
      secret: 'backup',
    })
    for (const name of ['backup.db', 'backup.db.secret']) expect(statSync(at(name)).mode & 0o777).toBe(0o600)
    expect(readdirSync(directory).sort()).toEqual(['backup.db', 'backup.db.secret', 'data'])

    const elsewhere = { PLEAT_DATA_DIR: at('elsewhere') }
    const restored = await run('restore backup.db --json', elsewhere)
    expect(JSON.parse(restored.stdout)).toMatchObject({
      keys: 1,
      secret: 'restored',
      unreadable_credentials: 0,
      replaced: null,
    })
    const other = await startServer(elsewhere)
    expect([await other.ask(server.key), await other.ask('pleat_wrong')]).toEqual([502, 401])
    expect((await run('secrets check', elsewhere)).code).toBe(0)
  })

  test('a restore is refused while a server runs; over data it needs --force, and keeps the replaced data', async () => {
    const server = await startServer()
    await run('backup backup.db')
    const whileRunning = await run('restore backup.db --force')
    expect(whileRunning).toMatchObject({ code: 1 })
    expect(whileRunning.stderr).toBe(`error: a running server or command uses ${at('data')}: stop it first\n`)
    await server.stop()
    const later = JSON.parse((await run('keys create --account later --json')).stdout) as { key: string }
    const overData = await run('restore backup.db')
    expect(overData.stderr).toBe(`error: ${at('data')} already contains data (pleat.db); replace it with --force\n`)
    const { replaced } = JSON.parse((await run('restore backup.db --force --json')).stdout) as { replaced: string }
    const kept = new SqliteHandle(join(replaced, 'pleat.db'), { readonly: true })
    expect(kept.prepare('select count(*) from keys').pluck().get()).toBe(2)
    kept.close()
    const again = await startServer()
    expect([await again.ask(server.key), await again.ask(later.key)]).toEqual([502, 401])
  })

  test('a backup of a directory without a database is refused, and does not create the directory', async () => {
    const { code, stderr } = await run('backup backup.db', { PLEAT_DATA_DIR: at('mistyped') })
    expect([code, stderr]).toEqual([1, `error: ${at('mistyped')} holds no database (pleat.db)\n`])
    expect(readdirSync(directory)).toEqual([])
  })

  test('the database of a killed server is restored with the last writes, which are in its write-ahead log', async () => {
    await run('keys create --account a')
    const handle = new SqliteHandle(at('data', 'pleat.db'))
    handle.pragma('wal_autocheckpoint = 0')
    handle.prepare("update accounts set owed_micro_cents = 7 where name = 'a'").run()
    for (const ending of ['', '-wal']) copyFileSync(at('data', `pleat.db${ending}`), at(`killed.db${ending}`))
    handle.close()
    const elsewhere = { PLEAT_DATA_DIR: at('elsewhere') }
    expect(await run('restore killed.db', elsewhere)).toMatchObject({ code: 0 })
    expect(readdirSync(at('elsewhere')).sort()).toEqual(['in-use', 'pleat.db'])
    const restored = new SqliteHandle(at('elsewhere', 'pleat.db'), { readonly: true })
    expect(restored.prepare('select owed_micro_cents from accounts').pluck().all()).toEqual([7])
    restored.close()
  })

  test('no server starts with a damaged database, and a restore replaces it', async () => {
    const { key } = JSON.parse((await run('keys create --account a --json')).stdout) as { key: string }
    await run('backup backup.db')
    const bytes = readFileSync(at('data', 'pleat.db'))
    writeFileSync(at('data', 'pleat.db'), bytes.fill(0, 4096, bytes.length - 4096))
    const failed = await run('start', { PLEAT_PORT: '0' })
    expect(failed.code).toBe(1)
    expect(failed.stderr).toMatch(/^error: PLEAT_DATA_DIR: pleat\.db in \S+ is damaged: .*pleat-server restore FILE/)
    expect((await run('backup another.db')).stderr).toMatch(/is damaged/)
    expect(existsSync(at('another.db'))).toBe(false)
    expect((await run('restore backup.db --force')).code).toBe(0)
    expect(await (await startServer()).ask(key)).toBe(502)
  })

  test('a killed backup leaves no file under its name, and the next one succeeds', async () => {
    await run('keys create --account a')
    const handle = new SqliteHandle(at('data', 'pleat.db'))
    handle.exec('create table ballast (bytes blob); insert into ballast values (zeroblob(60000000))')
    for (let round = 0; round < 4; round++) handle.exec('insert into ballast select randomblob(20000000)')
    handle.close()
    const { child, ended } = spawnCommand(['backup', 'backup.db'], { directory })
    await vi.waitFor(() => expect(readdirSync(directory).some((name) => name.endsWith('.partial'))).toBe(true), {
      timeout: 20_000,
      interval: 1,
    })
    child.kill('SIGKILL')
    await ended
    expect(existsSync(at('backup.db'))).toBe(false)
    expect(readdirSync(directory).some((name) => name.endsWith('.partial'))).toBe(true)
    const again = await run('backup backup.db')
    expect(again.code).toBe(0)
    expect(again.stdout).toMatch(/\(1\d\d(?:\.\d)? MB\): 1 account, 1 key, /)
    expect(readdirSync(directory).sort()).toEqual(['backup.db', 'data'])
  })

  test.each<[string, string, RegExp]>([
    ['that does not exist', 'backup.db', /backup\.db does not exist/],
    ['that is a directory', 'data', /data is not a file/],
    ['that is not a database', 'text.db', /text\.db is not a backup that can be restored: file is not a database/],
    ['of another program', 'other.db', /other\.db is not a backup that can be restored: no such table: accounts/],
    ['that is cut off', 'half.db', /half\.db is not a backup that can be restored: /],
  ])('a file %s is not restored, and the data stays', async (_, file, reason) => {
    await run('keys create --account a')
    writeFileSync(at('text.db'), 'no database at all '.repeat(100))
    new SqliteHandle(at('other.db')).exec('create table notes (text)').close()
    await run('backup whole.db')
    writeFileSync(at('half.db'), readFileSync(at('whole.db')).subarray(0, 40_000))
    const before = readFileSync(at('data', 'pleat.db'))
    const { code, stderr } = await run(`restore ${file} --force`)
    expect(code).toBe(1)
    expect(stderr).toMatch(reason)
    expect(readFileSync(at('data', 'pleat.db')).equals(before)).toBe(true)
    expect(readdirSync(at('data')).sort()).toEqual(['in-use', 'pleat.db'])
  })
})

describe('another secret', () => {
  test('a start re-encrypts with the new secret if the previous one is set, and fails otherwise', async () => {
    const before = { PLEAT_SECRET: 'the secret of last year' }
    const now = { PLEAT_SECRET: 'the secret of this year' }
    await run('accounts create ACME')
    await run('accounts set-credential ACME --provider openai', before, 'sk-own')
    const failed = await run('start', { PLEAT_PORT: '0', ...now })
    expect(failed.code).toBe(1)
    expect(failed.stderr).toMatch(/PLEAT_SECRET: .*do not open with this secret: openai of ACME.*PLEAT_SECRET_PREVIOUS/)
    const server = await startServer({ ...now, PLEAT_SECRET_PREVIOUS: before.PLEAT_SECRET })
    await server.stop()
    expect(server.printed.stdout + server.printed.stderr).toContain('"credentials":1,"clouds":0')
    expect(await run('secrets check', now)).toMatchObject({ code: 0 })
    const lost = await run('secrets check --json', before)
    expect(lost.code).toBe(1)
    expect(JSON.parse(lost.stdout).credentials.unreadable).toEqual([{ account: 'ACME', provider: 'openai' }])
    expect(await run('secrets forget', before)).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(
        /nothing was removed; add --yes to remove 1 credentials and 0 tag clouds that do not/,
      ),
    })
    expect(await run('secrets forget --yes', before)).toMatchObject({ code: 0 })
    expect((await run('secrets check', before)).stdout).toMatch(/^Credentials: 0, of which 0 do not open\./)
  })
})

describe('without PLEAT_SECRET', () => {
  const given = { PLEAT_SECRET: 'the secret of the server' }
  const idHash = 'a'.repeat(22)

  test('commands that open or seal data fail, generate no secret and remove nothing', async () => {
    await run('accounts create ACME')
    await run('accounts set-credential ACME --provider openai', given, 'sk-own')
    const store = await openSqliteStore({ dataDir: at('data'), requestsPerMinute: 1 })
    const [account] = await store.keys.listAccounts()
    await store.sessions.save([{ row: sessionRow(account!.id, idHash), tip: 'tip' }])
    await store.close()
    const lines = ['secrets check', 'secrets forget --yes', `sessions show ${idHash}`]
    for (const line of [...lines, 'accounts set-credential ACME --provider anthropic']) {
      const refused = await run(line, {}, 'sk-other')
      expect([line, refused.code !== 0, refused.stderr]).toEqual([
        line,
        true,
        expect.stringMatching(/PLEAT_SECRET is not set/),
      ])
    }
    expect(existsSync(at('data', 'secret'))).toBe(false)
    expect((await run('secrets check', given)).stdout).toMatch(/^Credentials: 1, of which 0 do not open\./)
  })

  test('a credential can be removed', async () => {
    await run('accounts create ACME')
    await run('accounts set-credential ACME --provider openai', given, 'sk-own')
    expect(await run('accounts set-credential ACME --provider openai --remove')).toMatchObject({ code: 0 })
    expect((await run('secrets check', given)).stdout).toMatch(/^Credentials: 0,/)
    expect(existsSync(at('data', 'secret'))).toBe(false)
  })
})

test('the help of backup, restore and each secrets command has an example', async () => {
  const commands = ['backup', 'restore', 'secrets', 'secrets check', 'secrets forget']
  for (const help of await Promise.all(commands.map((command) => run(`${command} --help`)))) {
    expect(help).toMatchObject({ code: 0, stderr: '' })
    expect(help.stdout).toMatch(/Example:\n {2}pleat-server /)
  }
})
