import { expect, test, vi } from 'vitest'
import { connect } from '../sqlite/connection.ts'
import { createObjectStore } from './object-store.ts'

test('objects of others are found by an index, however many objects the account has', async () => {
  const { handle, database } = await connect(':memory:', { checksIntegrity: false })
  const prepare = vi.spyOn(handle, 'prepare')
  expect(await createObjectStore(database, { now: () => 0 }).hasOthers('a')).toBe(false)
  const plans = prepare.mock.calls.map(([sql]) =>
    handle.prepare<unknown[], { detail: string }>(`explain query plan ${sql}`).all('a', 1),
  )
  const steps = plans.flat().map(({ detail }) => detail)
  expect(steps.length).toBeGreaterThan(0)
  for (const step of steps) expect(step).toMatch(/^SEARCH .* provider_objects_by_account/)
  await database.destroy()
})
