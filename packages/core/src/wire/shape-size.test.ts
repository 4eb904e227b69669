import { expect, test } from 'vitest'
import type { MessageShape, Part } from '../conversation.ts'
import { sizeOfShape } from './shape-size.ts'

const sizeOf = (part: Part): number => {
  const shape: MessageShape = { role: 'assistant', parts: [part], key: 'x', isKnown: true, hasCacheMark: false }
  return sizeOfShape(shape, 'k')
}

test('the size of a shape grows with each span that its parts keep', () => {
  const span = { start: 0, end: 9 }
  const plain = sizeOf({ kind: 'thinking', span })
  const [one, two] = [
    sizeOf({ kind: 'thinking', span, along: [span] }),
    sizeOf({ kind: 'thinking', span, along: [span, span] }),
  ]
  expect(one).toBeGreaterThan(plain)
  expect(two - one).toBe(one - plain)
})
