import { expect, test } from 'vitest'
import { ServiceError } from '../errors.ts'
import { inspectInSteps } from './body-steps.ts'
import type { BodyInspector } from './streamed-body.ts'

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

test('an inspector is destroyed, also if it refuses the body', async () => {
  let destroyed = 0
  const refusing: BodyInspector = {
    push: () => undefined,
    check: async () => {
      throw new ServiceError('not_found')
    },
    destroy: () => void destroyed++,
  }
  await expect(inspectInSteps(Buffer.from('{}'), refusing)).rejects.toMatchObject({ code: 'not_found' })
  await inspectInSteps(Buffer.from('{}'), { ...refusing, check: async () => {} })
  expect(destroyed).toBe(2)
})
