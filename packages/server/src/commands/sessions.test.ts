import { hash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openSqliteStore } from '../adapters/sqlite/open-sqlite-store.ts'
import { cloudOf } from '../cloud/counted-cloud.fixture.ts'
import { packCloud } from '../cloud/packed-cloud.ts'
import { sealClouds } from '../cloud/sealed-clouds.ts'
import { readSecrets } from '../config/secrets.ts'
import { sessionHash } from '../gate/session-hash.ts'
import type { SessionRow } from '../proxy/session-port.ts'
import { runHere } from './run-here.fixture.ts'

const shortHash = (text: string): string => hash('sha256', text, 'base64url').slice(0, 22)

let directory = ''
const hashes: Record<string, string> = {}
beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'pleat-sessions-'))
  const store = await openSqliteStore({ dataDir: join(directory, 'data'), requestsPerMinute: 1 })
  const { accountId } = await store.keys.createKey(
    { name: 'bench' },
    { hash: 'h', preview: 'p', requestsPerMinute: null },
  )
  for (const [id, source, lastUsedAt] of [
    ['my talk', 'x-session-id', 2000],
    ['agent', 'claude-code', 1000],
    [idWithDashedHash(accountId), 'x-session-id', 500],
  ] as const) {
    hashes[id] = sessionHash(shortHash, accountId, { source, id })
    await store.sessions.save([{ row: row(accountId, hashes[id], lastUsedAt), tip: id }])
  }
  const cloud = cloudOf(['Where does the lantern hang?', 'In the hall.', 'The lantern hangs at /srv/secret/place.'])
  const { sealingSecret } = readSecrets({}, join(directory, 'data'))
  const clouds = sealClouds(store.clouds, { secret: sealingSecret })
  await clouds.save(accountId, hashes['my talk']!, await packCloud(cloud))
  await store.close()
})
afterAll(() => rmSync(directory, { recursive: true, force: true }))

function row(accountId: string, idHash: string, lastUsedAt: number): SessionRow {
  return {
    accountId,
    idHash,
    generatedId: null,
    turns: 12,
    requests: 15,
    originalTokens: 40_000,
    savedTokens: 30_000,
    disabledReason: null,
    refusedTips: [],
    lastUsedAt,
    cacheDecisions: [],
    version: 0,
  }
}

/** One of 64 hashes starts with a dash, as options do. A prefix that starts with two dashes must follow `--`. */
function idWithDashedHash(accountId: string): string {
  for (let number = 0; ; number++) {
    const id = `talk ${number}`
    if (sessionHash(shortHash, accountId, { source: 'x-session-id', id }).match(/^-[^-]/)) return id
  }
}

const run = (...argv: string[]) => runHere(argv, { directory })

describe('sessions', () => {
  test('list shows the most recently used first', async () => {
    const { stdout } = await run('sessions', 'list')
    expect(stdout).toMatch(/^SESSION +ACCOUNT +TURNS +REQUESTS +ORIGINAL +SAVED +LAST USED +GENERATED ID\n/)
    const shown = Object.values(hashes).map((hash) => stdout.indexOf(hash))
    expect(shown).not.toContain(-1)
    expect(shown).toEqual(shown.toSorted((one, other) => one - other))
    const json = JSON.parse((await run('sessions', 'list', '--limit', '1', '--account', 'bench', '--json')).stdout)
    expect(json.sessions).toEqual([
      expect.objectContaining({ id: hashes['my talk'], requests: 15, saved_tokens: 30_000 }),
    ])
  })

  test('show finds a session by the id of a client or the start of a hash, and prints its tags', async () => {
    const { stdout } = await run('sessions', 'show', 'my talk')
    expect(stdout).toContain('Saved      30,000 of 40,000 input tokens (75 %)')
    expect(stdout).toMatch(/\nlantern +term +[\d.]+ +2 +2 +1 +2\n/)
    expect(stdout).toMatch(/\n\(withheld\) +path /)
    const json = JSON.parse(
      (await run('sessions', 'show', hashes['my talk']!.slice(0, 8), '--json', '--tags', '1')).stdout,
    )
    expect(json.cloud).toMatchObject({ turn: 2, messages: 3, tags: [{ kind: 'path', word: null, first_turn: 2 }] })
    expect((await run('sessions', 'show', 'agent')).stdout).toContain('It has no tag cloud yet.')
  })

  test('show finds a session whose hash starts with a dash', async () => {
    const dashed = Object.values(hashes).find((hash) => /^-[^-]/.test(hash))!
    const { code, stdout } = await run('sessions', 'show', dashed.slice(0, 8), '--json')
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({ id: dashed })
  })

  test('are not found under an unknown id or account, and an invalid count is refused', async () => {
    const endings = await Promise.all([
      run('sessions', 'show', 'nothing-like-it'),
      run('sessions', 'list', '--account', 'bensh'),
      run('sessions', 'show', 'my talk', '--tags', '0'),
    ])
    expect(endings.map(({ code, stderr }) => [code, stderr])).toEqual([
      [
        1,
        'error: no session has the id "nothing-like-it"; a session is stored from its second turn on; see: pleat-server sessions list\n',
      ],
      [1, 'error: no account is named "bensh"; did you mean "bench"?\n'],
      [2, 'error: --tags must be a whole number from 1 to 2000, not "0"\n'],
    ])
  })
})
