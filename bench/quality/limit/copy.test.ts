import { expect, it } from 'vitest'
import { copyOf } from './copy.ts'

class Counts {
  readonly byName = new Map([['a', [1]]])
  bytes = new Uint8Array([1, 2])
}

it('copies the contents of an instance, and keeps its class', () => {
  const counts = new Counts()
  const copy = copyOf(counts)
  copy.byName.get('a')!.push(2)
  copy.bytes[0] = 9
  expect(copy).toBeInstanceOf(Counts)
  expect(counts.byName.get('a')).toEqual([1])
  expect([...counts.bytes]).toEqual([1, 2])
})
