import { executionAsyncResource } from 'node:async_hooks'
import { setImmediate } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { keepTickShape } from './keep-tick-shape.ts'

const anotherTick = () => new Promise<object>((resolve) => process.nextTick(() => resolve(executionAsyncResource())))

test('the kept object has the shape of every other tick', async () => {
  const kept = await keepTickShape()
  const other = await anotherTick()
  expect(kept).not.toBe(other)
  expect(Reflect.ownKeys(kept)).toContain('callback')
  expect(Reflect.ownKeys(kept)).toEqual(Reflect.ownKeys(other))
})

test('the kept object survives a full garbage collection, other ticks do not', async () => {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const kept = await keepTickShape().then((tick) => new WeakRef(tick))
  const other = await anotherTick().then((tick) => new WeakRef(tick))
  await setImmediate()
  collect()
  expect(other.deref()).toBeUndefined()
  expect(kept.deref()).toBeDefined()
})
