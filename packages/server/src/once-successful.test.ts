import { expect, test, vi } from 'vitest'
import { onceSuccessful } from './once-successful.ts'

test('a result is made again after a failure, and only once after that', async () => {
  const make = vi.fn<() => Promise<string>>().mockRejectedValueOnce(new Error('no memory')).mockResolvedValue('key')
  const get = onceSuccessful(make)
  await expect(Promise.all([get(), get()])).rejects.toThrow('no memory')
  expect([await get(), await get(), make.mock.calls.length]).toEqual(['key', 'key', 2])
})
