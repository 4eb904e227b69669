import { expect, it } from 'vitest'
import { afterTurn } from './after-turn.ts'

const turn = () => new Promise(setImmediate)

it('does the work when the turn is over, and once', async () => {
  let times = 0
  const result = afterTurn(() => ++times)
  expect(times).toBe(0)
  await turn()
  expect(times).toBe(1)
  expect([result(), result()]).toEqual([1, 1])
})

it('does it at once for whoever asks before that', async () => {
  const result = afterTurn(() => ['made'])
  const asked = result()
  expect(asked).toEqual(['made'])
  await turn()
  expect(result()).toBe(asked)
})

it('comes after what was to be done in that turn already', async () => {
  const order: string[] = []
  setImmediate(() => order.push('written'))
  afterTurn(() => order.push('worked'))
  await turn()
  expect(order).toEqual(['written', 'worked'])
})

it('gives an error to whoever asks, and to nobody else', async () => {
  const fail = () => {
    throw new Error('no')
  }
  const failing = [afterTurn(fail), afterTurn(fail)]
  await turn()
  for (const result of failing) for (let asked = 0; asked < 2; asked++) expect(result).toThrow('no')
})

it('keeps what fails later for whoever asks', async () => {
  const result = afterTurn(() => Promise.reject(new Error('later')))
  await turn()
  await expect(result()).rejects.toThrow('later')
})

it('lets one thing wait in each turn', async () => {
  let done = 0
  for (const count of [1, 2]) {
    for (let i = 0; i < 3; i++) afterTurn(() => ++done)
    expect(done).toBe(3 * count - 1)
    await turn()
    expect(done).toBe(3 * count)
  }
})
