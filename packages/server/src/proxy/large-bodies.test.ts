import { describe, expect, test } from 'vitest'
import { LARGE_BYTES } from '../large-buffer.ts'
import { LargeBodies } from './large-bodies.ts'

const call = (hasSentBody: boolean) => ({
  answer: new Promise<never>(() => {}),
  abort() {},
  hasBegun: true,
  hasSentBody,
})

describe('the large bodies of a request', () => {
  test('are buffers from a certain length on', () => {
    const lengths = [0, LARGE_BYTES - 1, LARGE_BYTES].filter((length) => LargeBodies.includes(Buffer.alloc(length)))
    expect(lengths).toEqual([LARGE_BYTES])
    expect(LargeBodies.includes(undefined)).toBe(false)
  })

  test('are freed when all of them were sent, each once', () => {
    const bodies = new LargeBodies()
    const [received, rewritten] = [Buffer.alloc(LARGE_BYTES), Buffer.alloc(LARGE_BYTES)]
    bodies.add(received)
    bodies.add(rewritten, call(true))
    bodies.add(received, call(true))
    bodies.free()
    bodies.free()
    expect([received.length, rewritten.length]).toEqual([0, 0])
  })

  test('stay while a socket may still read one of them', () => {
    const bodies = new LargeBodies()
    const body = Buffer.alloc(LARGE_BYTES)
    bodies.add(body, call(true))
    bodies.add(body, call(false))
    bodies.free()
    expect(body.length).toBe(LARGE_BYTES)
  })
})
