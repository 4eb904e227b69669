import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { limitMessages } from './limit-messages.ts'

const message = fc.record({
  role: fc.constantFrom('user' as const, 'assistant' as const),
  content: fc.string({ maxLength: 2_000 }),
})

describe('limiting messages', () => {
  const long = (count: number) =>
    Array.from({ length: count }, () => ({ role: 'user' as const, content: 'x'.repeat(1_000) }))

  it('shortens older messages first', () => {
    const messages = long(20)
    expect(limitMessages(messages, 20_000)).toBe(messages)
    const limited = limitMessages(messages, 16_000)
    expect(limited.slice(-8)).toEqual(messages.slice(-8))
    expect(limited[0]?.content).toMatch(/^x+ \[… \d+ characters …\] x+$/)
    expect(limited[0]!.content.length).toBeLessThan(670)
  })

  it('shortens the newest messages to half of the room if they are longer', () => {
    const newest = limitMessages(long(20), 8_000).slice(-8)
    for (const { content } of newest) expect(content.length).toBeLessThanOrEqual(500)
    expect(newest[0]!.content.length).toBeGreaterThan(450)
  })

  it('keeps the order of messages, and exceeds the limit only for marks of omitted text', () => {
    fc.assert(
      fc.property(fc.array(message, { maxLength: 60 }), fc.nat(50_000), (messages, most) => {
        const limited = limitMessages(messages, most)
        expect(limited.map(({ role }) => role)).toEqual(messages.map(({ role }) => role))
        const length = limited.reduce((sum, { content }) => sum + content.length, 0)
        expect(length).toBeLessThanOrEqual(most + limited.length * 180)
      }),
    )
  })
})
