import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fillStore } from '../../packages/server/src/adapters/filled-store.fixture.ts'
import { openPostgresStore } from '../../packages/server/src/adapters/postgres/open-postgres-store.ts'
import {
  findPostgres,
  NO_SERVER,
  TestPostgres,
} from '../../packages/server/src/adapters/postgres/postgres-server.fixture.ts'

const OPTIONS = { connections: 2, graceMs: 0, requestsPerMinute: 1, log: { info: () => {}, warn: () => {} } }

describe.skipIf(!findPostgres())(`pg_dump and pg_restore${findPostgres() ? '' : ` (${NO_SERVER})`}`, () => {
  let server: TestPostgres
  const directory = mkdtempSync(join(tmpdir(), 'pleat-dump-'))

  beforeAll(async () => {
    server = await TestPostgres.start()
  })

  afterAll(async () => {
    await server.remove()
    rmSync(directory, { recursive: true, force: true })
  })

  test('while a server runs, as described in docs/operations.md, restore all data', async () => {
    const url = await server.createDatabase()
    const running = await openPostgresStore({ ...OPTIONS, url })
    const { anna } = await fillStore(running)
    const file = join(directory, 'pleat.dump')
    const tool = (name: string, ...argv: string[]) => execFileSync(join(findPostgres()!, name), argv, { stdio: 'pipe' })
    tool('pg_dump', '--format=custom', `--file=${file}`, url)
    await running.close()
    const restored = await server.createDatabase()
    tool('pg_restore', '--no-owner', '--exit-on-error', `--dbname=${restored}`, file)
    const store = await openPostgresStore({ ...OPTIONS, url: restored })
    expect((await store.keys.findCaller('hash of anna'))?.accountId).toBe(anna)
    expect((await store.ledger.verify()).flatMap(({ problems }) => problems)).toEqual([])
    expect(await store.sessions.find(anna, 'session of anna')).toMatchObject({ turns: 3 })
    expect(Buffer.from((await store.clouds.find(anna, 'session of anna'))!)).toEqual(Buffer.from([0, 1, 2, 255]))
    // The triggers are restored too, since a revocation is noticed.
    const [key] = await store.keys.listKeys()
    await server.run(`update keys set revoked_at = 1 where id = '${key!.id}'`, new URL(restored).pathname.slice(1))
    await expect.poll(() => store.keys.findCaller('hash of anna'), { timeout: 5000 }).toBeUndefined()
    await store.close()
  })
})
