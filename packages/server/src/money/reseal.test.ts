import { beforeEach, describe, expect, test } from 'vitest'
import type { Secrets } from '../config/secrets.ts'
import { checkSecret } from './check-secret.ts'
import type { StoredCredential } from './credential-port.ts'
import { examineSealed, type SealedStores } from './reseal.ts'
import { createSeal } from './seal.ts'
import type { StoredCloudRow } from './sealed-cloud-port.ts'
import { openText, sealText } from './sealed-text.ts'

const OLD = 'the secret of last year'
const NEW = 'the secret of this year'
const LOST = 'a secret that nobody knows'

let credentials: StoredCredential[]
let clouds: StoredCloudRow[]
let transactions: number
let lines: [object, string][]
beforeEach(() => {
  credentials = []
  clouds = []
  transactions = 0
  lines = []
})

const stores: SealedStores = {
  credentials: {
    list: async () => [...credentials],
    async replace(changes) {
      transactions++
      return apply(credentials, changes, (row, change) => row.accountId === change.accountId)
    },
  },
  clouds: {
    page: async (after, limit) => clouds.filter(({ position }) => position > after).slice(0, limit),
    replace: async (changes) => apply(clouds, changes, (row, change) => row.position === change.position),
  },
}

function apply<Row extends { sealed: unknown }, Change extends Row & { to: unknown }>(
  rows: Row[],
  changes: readonly Change[],
  isSame: (row: Row, change: Change) => boolean,
): number {
  for (const change of changes) {
    const place = rows.findIndex((row) => isSame(row, change))
    if (change.to === undefined) rows.splice(place, 1)
    else rows[place] = { ...rows[place]!, sealed: change.to }
  }
  return changes.length
}

async function addCredential(accountId: string, secret: string): Promise<void> {
  const seal = createSeal({ secret }, 'credentials')
  const sealed = await sealText(seal, `key of ${accountId}`, [accountId, 'openai'])
  credentials.push({ accountId, provider: 'openai', sealed })
}

const oldClouds = createSeal({ secret: OLD }, 'clouds')

async function addCloud(position: number, secret: string): Promise<void> {
  // Deriving a key takes 50 ms, so all clouds share one derivation.
  const seal = secret === OLD ? oldClouds : createSeal({ secret }, 'clouds')
  const sealed = await seal.seal(Buffer.from(`cloud ${position}`), ['a', `s${position}`])
  clouds.push({ position, accountId: 'a', idHash: `s${position}`, sealed })
}

const start = (secrets: Pick<Secrets, 'sealingSecret' | 'previousSecrets'>) =>
  checkSecret(
    { ...stores, keys: { listAccounts: async () => [{ id: 'a', name: 'ACME' }] as never } },
    { providerKeys: {}, ...secrets },
    { info: (fields: object, line: string) => void lines.push([fields, line]), warn() {}, error() {} } as never,
  )

describe('a start with a new secret', () => {
  test('reseals data of the previous secret once, and logs how much', async () => {
    await addCredential('a', OLD)
    await addCredential('b', OLD)
    await addCredential('c', NEW)
    for (let position = 1; position <= 120; position++) await addCloud(position, OLD)
    await start({ sealingSecret: NEW, previousSecrets: [OLD] })
    const own = createSeal({ secret: NEW }, 'credentials')
    for (const { accountId, provider, sealed } of credentials) {
      expect(await openText(own, sealed, [accountId, provider])).toBe(`key of ${accountId}`)
    }
    const ownClouds = createSeal({ secret: NEW }, 'clouds')
    for (const { position, accountId, idHash, sealed } of clouds) {
      expect((await ownClouds.open(sealed, [accountId, idHash])).toString()).toBe(`cloud ${position}`)
    }
    expect(lines.map(([fields]) => fields)).toEqual([{ credentials: 2, clouds: 120 }])
    expect(transactions).toBe(1)
    await start({ sealingSecret: NEW, previousSecrets: [OLD] })
    expect([lines.length, transactions]).toEqual([1, 1])
  })

  test('fails while a credential opens with no secret, and names the account and the remedies', async () => {
    await addCredential('a', LOST)
    await addCredential('b', OLD)
    const before = structuredClone(credentials)
    const failed = start({ sealingSecret: NEW, previousSecrets: [OLD] })
    await expect(failed).rejects.toThrow(
      /do not open with this secret: openai of ACME\n.*PLEAT_SECRET_PREVIOUS.*\n.*secrets forget/,
    )
    expect(credentials).toEqual(before)
    const message = await failed.catch((error: Error) => error.message)
    for (const secret of [OLD, NEW, LOST, 'key of a']) expect(message).not.toContain(secret)
  })

  test('does not fail for unreadable clouds, which are rebuilt', async () => {
    await addCloud(1, LOST)
    await start({ sealingSecret: NEW, previousSecrets: [OLD] })
    expect(clouds).toHaveLength(1)
  })
})

test('only data that opens with no secret is removed, and only on request', async () => {
  await addCredential('a', LOST)
  await addCredential('b', OLD)
  await addCloud(1, NEW)
  await addCloud(2, LOST)
  const secrets = { secret: NEW, previousSecrets: [OLD] }
  const state = await examineSealed(stores, secrets, { reseals: false, removesUnreadable: true })
  expect(state).toEqual({
    credentials: { total: 2, outdated: 1, unreadable: [{ accountId: 'a', provider: 'openai' }] },
    clouds: { total: 2, outdated: 0, unreadable: 1 },
  })
  expect(credentials.map(({ accountId }) => accountId)).toEqual(['b'])
  expect(clouds.map(({ position }) => position)).toEqual([1])
})

test('a key for one purpose opens nothing of another', async () => {
  const sealed = await createSeal({ secret: NEW }, 'credentials').seal(Buffer.from('x'), [])
  await expect(createSeal({ secret: NEW }, 'clouds').open(sealed, [])).rejects.toThrow('sealed with another secret')
})
