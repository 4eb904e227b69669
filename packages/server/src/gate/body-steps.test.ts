import { expect, test } from 'vitest'
import { inspectInSteps } from './body-steps.ts'

test('a long body is inspected in short parts, with a tick of the event loop between them, and checked at its end', async () => {
  const body = Buffer.from('a word '.repeat(30_000))
  const parts: Buffer[] = []
  const order: string[] = []
  let isOver = false
  const tick = () => {
    order.push('tick')
    if (!isOver) setImmediate(tick)
  }
  setImmediate(tick)
  await inspectInSteps(body, {
    push(part) {
      parts.push(part)
      order.push('part')
      return undefined
    },
    async check() {
      order.push('check')
    },
    destroy() {},
  })
  isOver = true
  expect(Buffer.concat(parts).equals(body)).toBe(true)
  expect(Math.max(...parts.map(({ length }) => length))).toBeLessThanOrEqual(64 * 1024)
  expect(order.join(' ')).not.toContain('part part')
  expect(order.at(-1)).toBe('check')
})
