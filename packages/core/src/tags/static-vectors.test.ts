import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createStaticVectors } from './static-vectors.ts'

const DATA = new URL('../../data/', import.meta.url)
const description = JSON.parse(readFileSync(new URL('static-vectors.json', DATA), 'utf8'))
const bytes = readFileSync(new URL('static-vectors.bin', DATA))
const vocabularyText = readFileSync(new URL('static-vectors.txt', DATA), 'utf8')
const vocabulary = vocabularyText.trimEnd().split('\n')
const { dimensions, embed, similarity } = createStaticVectors({ dimensions: description.dimensions, vocabulary, bytes })

function likeness(left: string, right: string): number {
  return similarity(embed(left), embed(right))
}

describe('the committed table', () => {
  test('is the one that its description names', () => {
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(description.vectors.sha256)
    expect(createHash('sha256').update(vocabularyText).digest('hex')).toBe(description.vocabulary.sha256)
    expect(vocabulary).toHaveLength(description.pieces)
  })

  test.each([
    ['king', 'queen', 'carburetor'],
    ['doctor', 'physician', 'violin'],
    ['regex', 'pattern matching', 'soup'],
    ['kubernetes', 'containers', 'soprano'],
    ['The invoice has not been paid.', 'The bill is still open.', 'The dog sleeps in the garden.'],
    ['getUserById', 'the id of a user', 'tomato soup'],
  ])('places %j closer to %j than to %j', (text, near, far) => {
    expect(likeness(text, near)).toBeGreaterThan(likeness(text, far) + 0.2)
  })

  test('embeds a sentence as the recorded vector', () => {
    const vector = embed('We moved the café’s database to Postgres in 2021; never delete orderTotals.')
    expect(createHash('sha256').update(vector).digest('hex').slice(0, 16)).toMatchInlineSnapshot(`"f5bd5664b7403e1f"`)
  })
})

describe('vectors', () => {
  test('of equal texts are equal, of any text are integers within a byte, and never fail', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        const vector = embed(text)
        expect(vector).toHaveLength(dimensions)
        expect(embed(text)).toEqual(vector)
        expect([0, 127]).toContain(Math.max(...vector.map(Math.abs)))
        expect(similarity(vector, vector)).toBe(vector.some((component) => component !== 0) ? 1 : 0)
      }),
    )
  })

  test('are independent of earlier texts', () => {
    const alone = embed('a red car')
    embed('quite another sentence')
    expect(embed('a red car')).toEqual(alone)
  })

  test.each(['', ' \n', '?!…', '数据库昨晚备份失败', 'Нельзя развёртывать в пятницу', 'לא בשבת', '🙂🙂', '\ud800'])(
    'of %j are zero and like nothing',
    (text) => {
      expect(embed(text).every((component) => component === 0)).toBe(true)
      expect(likeness(text, 'database')).toBe(0)
      expect(likeness(text, text)).toBe(0)
    },
  )

  test.each(['a', 'A', 'é', '中', '0', '-', ' ', 'aB', 'e\u0301', '\ud800', '\u0301'])(
    'of a million characters of %j take less than a second',
    (unit) => {
      const text = unit.repeat(1_000_000 / unit.length)
      const start = process.cpuUsage()
      embed(text)
      expect(process.cpuUsage(start).user).toBeLessThan(1_000_000)
    },
  )

  test('need a table with matching parts', () => {
    expect(() => createStaticVectors({ dimensions, vocabulary: ['a'], bytes })).toThrow(RangeError)
    expect(() => createStaticVectors({ dimensions, vocabulary: [], bytes: new Uint8Array() })).toThrow(RangeError)
  })
})
