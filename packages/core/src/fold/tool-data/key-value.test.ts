import { describe, expect, it } from 'vitest'
import { isIdentifier, withKey } from './key-value.ts'

describe('isIdentifier', () => {
  it.each(['INV-4471', '4b7710a', 'seatmap-2', 'HAT123', '7781203x9'])('is true for %s', (text) => {
    expect(isIdentifier(text)).toBe(true)
  })

  it.each(['1890Mi', '30000ms', '12.50kg', '41000t', '2026-03-12', 'vr12'])('is false for %s', (text) => {
    expect(isIdentifier(text)).toBe(false)
  })
})

describe('withKey', () => {
  it('writes the key of a quantity', () => {
    expect(withKey('memory', '1890Mi')).toBe('memory=1890Mi')
    expect(withKey('invoice', 'INV-4471')).toBe('INV-4471')
  })
})
