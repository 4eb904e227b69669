import { scrypt } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import { createSeal } from './seal.ts'

vi.mock('node:crypto', { spy: true })

test('sealing succeeds again after a derivation of its key failed', async () => {
  const seal = createSeal({ secret: 'a secret of the server' }, 'credentials')
  vi.mocked(scrypt).mockImplementationOnce(((_secret, _salt, _length, _cost, done) => {
    done(new Error('memory limit exceeded'), Buffer.alloc(0))
  }) as typeof scrypt)
  await expect(seal.seal(Buffer.from('sk-own'), [])).rejects.toThrow('memory limit exceeded')
  const sealed = await seal.seal(Buffer.from('sk-own'), [])
  expect((await seal.open(sealed, [])).toString()).toBe('sk-own')
})
