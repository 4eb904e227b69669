import { inflateRawSync } from 'node:zlib'
import { beforeEach, expect, test } from 'vitest'
import type { CloudStore } from './cloud-port.ts'
import { cloudOf } from './counted-cloud.fixture.ts'
import { packCloud } from './packed-cloud.ts'
import { sealClouds } from './sealed-clouds.ts'

const SECRET = 'the secret of this server'

let rows: Map<string, Uint8Array>
beforeEach(() => {
  rows = new Map()
})

const store: CloudStore = {
  find: async (accountId, idHash) => rows.get(`${accountId}/${idHash}`),
  async save(accountId, idHash, cloud) {
    rows.set(`${accountId}/${idHash}`, cloud)
    return true
  },
  clear: async () => rows.size,
}

test('a stored cloud opens for its own session with the secret, and for nothing else', async () => {
  const packed = await packCloud(cloudOf(['the lantern', 'the lantern']))
  const clouds = sealClouds(store, { secret: SECRET })
  await clouds.save('a', 's', packed)
  expect(await clouds.find('a', 's')).toEqual(packed)
  expect(Buffer.from(rows.get('a/s')!).includes(packed.subarray(0, 16))).toBe(false)
  rows.set('b/s', rows.get('a/s')!)
  rows.set('a/t', rows.get('a/s')!)
  expect(await clouds.find('b', 's')).toBeUndefined()
  expect(await clouds.find('a', 't')).toBeUndefined()
  expect(await sealClouds(store, { secret: 'another secret of a server' }).find('a', 's')).toBeUndefined()
})

test('a cloud of a previous secret opens before it is resealed', async () => {
  await sealClouds(store, { secret: SECRET }).save('a', 's', Buffer.from('packed'))
  const clouds = sealClouds(store, { secret: 'the next secret of it', previousSecrets: [SECRET] })
  expect(Buffer.from((await clouds.find('a', 's'))!).toString()).toBe('packed')
})

test('personal data that a user pastes three times is in no stored cloud', async () => {
  const said =
    'My password is hunter2Zq9, my key sk-live-Zx81Qq77TTpw02mmKa, my card 4111 1111 1111 1111. Mail jane.roe@private.example, phone +49 170 1234567, address 221B Baker Street. The lantern hangs.'
  const text = inflateRawSync(await packCloud(cloudOf([said, said, said]))).toString('utf8')
  expect(text).toContain('lantern')
  for (const hidden of ['hunter2', 'sk-live', '4111', 'jane.roe', 'private.example', '1234567', 'Baker', '221B']) {
    expect(text.toLowerCase(), hidden).not.toContain(hidden.toLowerCase())
  }
})
