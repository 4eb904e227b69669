import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { CredentialStore } from './credential-port.ts'
import { CredentialError, createCredentialVault } from './credentials.ts'
import { createSeal, SealError } from './seal.ts'
import { openText, sealText } from './sealed-text.ts'

const SECRET = 'a secret of the server'
const own = createSeal({ secret: SECRET }, 'credentials')
const seal = {
  seal: (text: string, name: readonly string[]) => sealText(own, text, name),
  open: (sealed: string, name: readonly string[]) => openText(own, sealed, name),
}
const label = fc.array(fc.string(), { maxLength: 3 })

test('sealed text opens to the same text, and each sealing differs', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'grapheme' }), label, async (text, name) => {
      const first = await seal.seal(text, name)
      const second = await seal.seal(text, name)
      expect(first).toMatch(/^v1:[\w-]+$/)
      expect(first).not.toBe(second)
      expect(await seal.open(first, name)).toBe(text)
    }),
    { numRuns: 50 },
  )
})

test('sealed text with one changed, missing or added character, or without its end, does not open', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.string(),
      fc.nat(),
      fc.string({ minLength: 1, maxLength: 1 }),
      async (text, place, character) => {
        const sealed = await seal.seal(text, [])
        const at = place % sealed.length
        const changed = sealed.slice(0, at) + character + sealed.slice(at + 1)
        if (changed !== sealed) await expect(seal.open(changed, []), changed).rejects.toThrow(SealError)
        await expect(seal.open(sealed.slice(0, at) + sealed.slice(at + 1), [])).rejects.toThrow(SealError)
        await expect(seal.open(sealed.slice(0, at), [])).rejects.toThrow(SealError)
        await expect(seal.open(sealed.slice(0, at) + character + sealed.slice(at), [])).rejects.toThrow(SealError)
      },
    ),
    { numRuns: 100 },
  )
})

test('text sealed under one label opens under no other', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string(), label, label, async (text, sealedUnder, openedUnder) => {
      fc.pre(JSON.stringify(sealedUnder) !== JSON.stringify(openedUnder))
      await expect(seal.open(await seal.seal(text, sealedUnder), openedUnder)).rejects.toThrow(SealError)
    }),
    { numRuns: 50 },
  )
})

test('a credential is returned for its account and provider, and is not stored in plain text', async () => {
  const { store, rows } = memoryStore()
  const vault = createCredentialVault({ store, secret: SECRET })
  await vault.set('a', 'openai', 'sk-plain')
  expect(await vault.find('a', 'openai')).toBe('sk-plain')
  expect(await vault.find('a', 'anthropic')).toBeUndefined()
  expect(await vault.find('b', 'openai')).toBeUndefined()
  expect(JSON.stringify([...rows])).not.toContain('sk-plain')
})

test('a credential moved to another account or provider does not open', async () => {
  const { store, rows } = memoryStore()
  const vault = createCredentialVault({ store, secret: SECRET })
  await vault.set('a', 'openai', 'sk-plain')
  rows.set('b openai', rows.get('a openai')!)
  rows.set('a anthropic', rows.get('a openai')!)
  await expect(vault.find('b', 'openai')).rejects.toThrow(CredentialError)
  await expect(vault.find('a', 'anthropic')).rejects.toThrow(CredentialError)
})

test('the error of a wrong secret contains neither credential nor secret, and is not cached', async () => {
  const { store } = memoryStore()
  await createCredentialVault({ store, secret: SECRET }).set('a', 'openai', 'sk-plain')
  const vault = createCredentialVault({ store, secret: 'the secret of another server' })
  const message = await Promise.resolve(vault.find('a', 'openai')).then(String, (error: Error) => error.message)
  expect(message).toContain('sealed with another secret')
  expect(message).toContain('PLEAT_SECRET')
  expect(message).not.toMatch(/sk-plain|another server/)
  await createCredentialVault({ store, secret: 'the secret of another server' }).set('a', 'openai', 'sk-again')
  expect(await vault.find('a', 'openai')).toBe('sk-again')
})

test('a credential is read again after ten seconds, and then includes changes of other processes', async () => {
  const { store, reads } = memoryStore()
  let now = 0
  const vault = createCredentialVault({ store, secret: SECRET, clock: { now: () => now } })
  expect(await vault.find('a', 'openai')).toBeUndefined()
  await createCredentialVault({ store, secret: SECRET }).set('a', 'openai', 'sk-new')
  now = 9_999
  expect(await vault.find('a', 'openai')).toBeUndefined()
  expect(reads()).toBe(1)
  now = 10_000
  expect(await vault.find('a', 'openai')).toBe('sk-new')
  expect(reads()).toBe(2)
})

test('the store is read again after the clock was set back', async () => {
  const { store } = memoryStore()
  let now = 3_600_000
  const vault = createCredentialVault({ store, secret: SECRET, clock: { now: () => now } })
  expect(await vault.find('a', 'openai')).toBeUndefined()
  await createCredentialVault({ store, secret: SECRET }).set('a', 'openai', 'sk-new')
  now = 0
  expect(await vault.find('a', 'openai')).toBe('sk-new')
})

test('a credential that this process sets or removes takes effect at once', async () => {
  const vault = createCredentialVault({ store: memoryStore().store, secret: SECRET })
  await vault.set('a', 'openai', 'sk-1')
  expect(await vault.find('a', 'openai')).toBe('sk-1')
  await vault.set('a', 'openai', 'sk-2')
  expect(await vault.find('a', 'openai')).toBe('sk-2')
  await vault.set('a', 'openai', undefined)
  expect(await vault.find('a', 'openai')).toBeUndefined()
})

function memoryStore() {
  const rows = new Map<string, string>()
  let reads = 0
  const store: Pick<CredentialStore, 'find' | 'set'> = {
    async find(accountId: string, provider: string) {
      reads++
      return rows.get(`${accountId} ${provider}`)
    },
    async set(accountId, provider, sealed) {
      if (sealed === undefined) rows.delete(`${accountId} ${provider}`)
      else rows.set(`${accountId} ${provider}`, sealed)
    },
  }
  return { store, rows, reads: () => reads }
}
