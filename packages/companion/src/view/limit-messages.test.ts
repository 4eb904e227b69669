import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { limitMessages } from './limit-messages.ts'

const message = fc.record({
  role: fc.constantFrom('user' as const, 'assistant' as const),
  content: fc.string({ maxLength: 2_000 }),
})

describe('limiting messages', () => {
  it('changes neither short messages nor the newest ones', () => {
    const messages = Array.from({ length: 20 }, () => ({ role: 'user' as const, content: 'x'.repeat(1_000) }))
    expect(limitMessages(messages, 12_000)).toBe(messages)
    const limited = limitMessages(messages, 6_000)
    expect(limited.slice(-8)).toEqual(messages.slice(-8))
    expect(limited[0]?.content).toMatch(/^x+ \[… \d+ characters …\] x+$/)
    expect(limited[0]!.content.length).toBeLessThan(520)
  })

  it('keeps the order of messages, and exceeds the limit only for marks of omitted text', () => {
    fc.assert(
      fc.property(fc.array(message, { maxLength: 60 }), fc.nat(50_000), (messages, most) => {
        const limited = limitMessages(messages, most)
        expect(limited.map(({ role }) => role)).toEqual(messages.map(({ role }) => role))
        const older = limited.slice(0, Math.max(0, limited.length - 8))
        const length = older.reduce((sum, { content }) => sum + content.length, 0)
        expect(length).toBeLessThanOrEqual(Math.max(most, older.length * 180))
      }),
    )
  })
})
