import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compactJson } from './compact-json.ts'

describe('compactJson', () => {
  it('writes objects without quotes or white space', () => {
    expect(compactJson({ name: { first: 'Ada', last: 'Byron' }, born: 1815, alive: false })).toBe(
      '{name:{first:Ada,last:Byron},born:1815,alive:false}',
    )
  })

  it('writes objects with the same keys as one head and rows', () => {
    expect(
      compactJson([
        { id: 'HX1', price: 12 },
        { id: 'HX2', price: 15 },
      ]),
    ).toBe('[{id,price}:HX1,12|HX2,15]')
  })

  it('writes nested objects with the same keys under one head', () => {
    expect(
      compactJson([
        { id: 'HX1', seats: { economy: 0, business: 4 } },
        { id: 'HX2', seats: { economy: 9, business: 1 } },
      ]),
    ).toBe('[{id,seats{economy,business}}:HX1,0,4|HX2,9,1]')
  })

  it('writes lists of lists of objects with the same keys under one head', () => {
    expect(
      compactJson([
        [
          { id: 1, to: 'LAS' },
          { id: 2, to: 'IAH' },
        ],
        [],
        [{ id: 3, to: 'IAH' }],
      ]),
    ).toBe('[[{id,to}]:1,LAS|2,IAH;;3,IAH]')
  })

  it('keeps quotes on strings that could be read as another value', () => {
    expect(compactJson(['12', 'true', '', 'a,b', ' a', 'a|b', '07:30', 'New York'])).toBe(
      '["12","true","","a,b"," a","a|b",07:30,New York]',
    )
  })

  it('preserves every value of the JSON', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const plain = JSON.parse(JSON.stringify(value)) as unknown
        expect(read(compactJson(plain))).toEqual(plain)
      }),
      { numRuns: 2000 },
    )
  })

  it('preserves lists of objects with the same keys', () => {
    const row = fc.record({ id: fc.string(), n: fc.integer(), deep: fc.jsonValue({ maxDepth: 1 }) })
    fc.assert(
      fc.property(fc.array(row, { minLength: 2 }), (rows) => {
        const plain = JSON.parse(JSON.stringify(rows)) as unknown
        expect(read(compactJson(plain))).toEqual(plain)
      }),
    )
  })

  it('preserves lists of lists, and objects within objects with the same keys', () => {
    const price = fc.record({ net: fc.integer(), in: fc.oneof(fc.string(), fc.record({ a: fc.string() })) })
    const row = fc.record({ id: fc.oneof(fc.string(), fc.constantFrom(';', '', 'a;b')), price })
    const lists = fc.array(
      fc.oneof({ weight: 9, arbitrary: fc.array(row, { maxLength: 3 }) }, fc.jsonValue({ maxDepth: 1 })),
    )
    fc.assert(
      fc.property(fc.record({ lists, deep: fc.array(lists, { maxLength: 3 }) }), (value) => {
        const plain = JSON.parse(JSON.stringify(value)) as unknown
        expect(read(compactJson(plain))).toEqual(plain)
      }),
      { numRuns: 1000 },
    )
  })
})

/** A parser of the notation, which proves that nothing is lost. */
function read(text: string): unknown {
  let at = 0
  const value = readValue()
  if (at !== text.length) throw new Error(`left over at ${at}`)
  return value

  function readValue(): unknown {
    const sign = text[at]
    if (sign === '{') return readObject()
    if (sign === '[') return readList()
    if (sign === '"') return readQuoted()
    const end = at + text.slice(at).search(/[,;|{}[\]"]|$/)
    const word = text.slice(at, end)
    at = end
    return /^(?:-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)$/.test(word) ? JSON.parse(word) : word
  }

  function readQuoted(): string {
    const end = at + /^"(?:[^"\\]|\\.)*"/s.exec(text.slice(at))![0].length
    const quoted = JSON.parse(text.slice(at, end)) as string
    at = end
    return quoted
  }

  function readKey(): string {
    if (text[at] === '"') return readQuoted()
    const end = at + text.slice(at).search(/[:,{}]/)
    const key = text.slice(at, end)
    at = end
    return key
  }

  function readObject(): unknown {
    const entries: [string, unknown][] = []
    at++
    while (text[at] !== '}') {
      if (text[at] === ',') at++
      const key = readKey()
      at++
      entries.push([key, readValue()])
    }
    at++
    return Object.fromEntries(entries)
  }

  function readList(): unknown[] {
    at++
    const start = at
    if (text.startsWith('[{', at)) {
      at++
      const columns = readHead(']:')
      if (columns) return readGroups(columns)
      at = start
    }
    const columns = readHead(':')
    if (columns) return readRows(columns)
    const items: unknown[] = []
    while (text[at] !== ']') {
      if (text[at] === ',') at++
      items.push(readValue())
    }
    at++
    return items
  }

  function readGroups(columns: readonly Head[]): unknown[] {
    const groups: unknown[] = []
    for (let isLast = false; !isLast; ) {
      const rows: unknown[] = []
      while (text[at] !== ';' && text[at] !== ']') {
        if (text[at] === '|') at++
        rows.push(readRow(columns))
      }
      groups.push(rows)
      isLast = text[at] === ']'
      at++
    }
    return groups
  }

  function readRows(columns: readonly Head[]): unknown[] {
    const rows: unknown[] = []
    while (text[at] !== ']') {
      if (text[at] === '|') at++
      rows.push(readRow(columns))
    }
    at++
    return rows
  }

  function readRow(columns: readonly Head[]): unknown {
    return Object.fromEntries(
      columns.map(({ key, columns }, place) => {
        if (place > 0) at++
        return [key, columns ? readRow(columns) : readValue()]
      }),
    )
  }

  /** The head of rows: `{a,b{c}}` with `behind` after it. Undefined for an object, which begins with `{a:`. */
  function readHead(behind: string): Head[] | undefined {
    const start = at
    const columns = text[at] === '{' ? readColumns() : undefined
    if (columns && text.startsWith(behind, at)) {
      at += behind.length
      return columns
    }
    at = start
    return undefined
  }

  function readColumns(): Head[] | undefined {
    const columns: Head[] = []
    at++
    while (text[at] !== '}') {
      if (text[at] === ',') at++
      const key = readKey()
      if (text[at] === ':' || text[at] === undefined) return undefined
      const inner = text[at] === '{' ? readColumns() : undefined
      if (text[at] === ':') return undefined
      columns.push({ key, columns: inner })
    }
    at++
    return columns
  }
}

interface Head {
  readonly key: string
  readonly columns: readonly Head[] | undefined
}
