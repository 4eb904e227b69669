import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type JsonNode, memberOf, scanJson } from './json-spans.ts'

function objectAt(text: string, depth: number) {
  const node = scanJson(text, 0, depth)
  if (node?.kind !== 'object') throw new Error('not an object')
  return node
}

describe('finding the positions of values', () => {
  test('returns the spans of members, including quotes and brackets', () => {
    const text = '{"a" : "x\\"]" , "b":[1, {"c":"}"}],"d":-1.0e5}'
    const node = objectAt(text, 1)
    expect(node.members.map(({ key, value }) => [key, text.slice(value.start, value.end)])).toEqual([
      ['a', '"x\\"]"'],
      ['b', '[1, {"c":"}"}]'],
      ['d', '-1.0e5'],
    ])
  })

  test('ends a string only at a quote that is not escaped', () => {
    const text = '{"a":"\\\\","b":"\\\\\\"","c":1}'
    expect(objectAt(text, 1).members.map((member) => member.key)).toEqual(['a', 'b', 'c'])
  })

  test('walks no deeper than asked', () => {
    const outer = memberOf(objectAt('{"a":{"b":1}}', 1), 'a')
    expect(outer?.kind).toBe('leaf')
    const inner = memberOf(objectAt('{"a":{"b":1}}', 2), 'a')
    expect(inner?.kind).toBe('object')
  })

  test('recognises equal keys in different spellings', () => {
    expect(objectAt('{"role":1,"r\\u006fle":2}', 1).hasDuplicateKeys).toBe(true)
    expect(objectAt('{"role":1,"Role":2}', 1).hasDuplicateKeys).toBe(false)
  })

  test('recognises equal keys among many', () => {
    const many = Array.from({ length: 20 }, (_, index) => `"k${index}":0`).join(',')
    expect(objectAt(`{${many}}`, 1).hasDuplicateKeys).toBe(false)
    expect(objectAt(`{${many},"k3":1}`, 1).hasDuplicateKeys).toBe(true)
  })

  test('does not report equal keys below the walked objects', () => {
    expect(objectAt('{"a":{"b":1,"b":2}}', 1).hasDuplicateKeys).toBe(false)
  })

  test.each([
    '',
    '{',
    '[',
    '"',
    '"\\"',
    '{"a"',
    '{"a":',
    '{"a":1',
    '{"a":1,}',
    '[1,]',
    '[1 2]',
    '{a:1}',
    '{"\\x":1}',
    ']',
  ])('returns undefined for %j', (text) => {
    expect(scanJson(text, 0, 3)).toBeUndefined()
  })
})

describe('on any text', () => {
  test('agrees with JSON.parse on the position of each value of valid JSON', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(0, 1, 3), (value, indent) => {
        const text = JSON.stringify(value, null, indent)
        const node = scanJson(text, 0, 10)
        expect(node).toBeDefined()
        expect(rebuild(text, node!)).toEqual(JSON.parse(text))
      }),
    )
  })

  test('handles 100,000 nested brackets', () => {
    const depth = 100_000
    expect(scanJson('['.repeat(depth), 0, 5)).toBeUndefined()
    expect(scanJson('{"a":'.repeat(depth), 0, 5)).toBeUndefined()
    const closed = '['.repeat(depth) + ']'.repeat(depth)
    expect(scanJson(closed, 0, 5)?.end).toBe(closed.length)
  })

  test('takes time in proportion to its length on runs of quotes and backslashes', () => {
    const hostile = ['\\'.repeat(1_000_000), '\\"'.repeat(500_000), '"'.repeat(1_000_000), '[{"'.repeat(300_000)]
    const started = performance.now()
    for (const text of hostile) for (const opening of ['"', '["', '{"a":"']) scanJson(opening + text, 0, 5)
    // Quadratic work would take hours. This is a limit for a busy machine.
    expect(performance.now() - started).toBeLessThan(5_000)
  })

  test('returns undefined for more values than any conversation contains', () => {
    const values = `[${'0,'.repeat(1_000_000)}0]`
    expect(scanJson(values, 0, 1)).toBeUndefined()
    expect(scanJson(values, 0, 0)?.end).toBe(values.length)
  })

  test('neither throws nor hangs', () => {
    const soup = fc.string({ unit: fc.constantFrom(...'{}[]",:\\ 1tu\n'), maxLength: 40 })
    fc.assert(
      fc.property(soup, (text) => {
        const node = scanJson(text, 0, 3)
        if (node !== undefined) expect(node.end).toBeGreaterThan(0)
      }),
      { numRuns: 2_000 },
    )
  })
})

/** The value according to the spans: members and elements from the nodes, the rest parsed at its position. */
function rebuild(text: string, node: JsonNode): unknown {
  if (node.kind === 'array') return node.elements.map((element) => rebuild(text, element))
  if (node.kind === 'leaf') return JSON.parse(text.slice(node.start, node.end))
  const entries = node.members.map(({ key, value }) => [key, rebuild(text, value)] as const)
  return Object.fromEntries(entries)
}
