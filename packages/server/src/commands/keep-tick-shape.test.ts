import { executionAsyncResource } from 'node:async_hooks'
import { expect, test } from 'vitest'
import { keepTickShape } from './keep-tick-shape.ts'

test('what is kept has the shape of every other tick', async () => {
  const kept = await keepTickShape()
  const other = await new Promise<object>((resolve) => process.nextTick(() => resolve(executionAsyncResource())))
  expect(kept).not.toBe(other)
  expect(Reflect.ownKeys(kept)).toContain('callback')
  expect(Reflect.ownKeys(kept)).toEqual(Reflect.ownKeys(other))
})
