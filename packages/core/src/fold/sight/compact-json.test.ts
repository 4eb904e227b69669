import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compactJson } from './compact-json.ts'

describe('compactJson', () => {
  it('writes objects without quotes or white space', () => {
    expect(compactJson({ name: { first: 'Ada', last: 'Byron' }, born: 1815, alive: false })).toBe(
      '{name:{first:Ada,last:Byron},born:1815,alive:false}',
    )
  })

  it('writes like objects as one head and rows', () => {
    expect(
      compactJson([
        { id: 'HX1', price: 12 },
        { id: 'HX2', price: 15 },
      ]),
    ).toBe('[{id,price}:HX1,12|HX2,15]')
  })

  it('keeps quotes on what could be taken for something else', () => {
    expect(compactJson(['12', 'true', '', 'a,b', ' a', 'a|b', '07:30', 'New York'])).toBe(
      '["12","true","","a,b"," a","a|b",07:30,New York]',
    )
  })

  it('says exactly what the JSON said', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const plain = JSON.parse(JSON.stringify(value)) as unknown
        expect(read(compactJson(plain))).toEqual(plain)
      }),
      { numRuns: 2000 },
    )
  })

  it('says exactly what lists of like objects said', () => {
    const row = fc.record({ id: fc.string(), n: fc.integer(), deep: fc.jsonValue({ maxDepth: 1 }) })
    fc.assert(
      fc.property(fc.array(row, { minLength: 2 }), (rows) => {
        const plain = JSON.parse(JSON.stringify(rows)) as unknown
        expect(read(compactJson(plain))).toEqual(plain)
      }),
    )
  })
})

/** A reader of the notation, which proves that nothing is lost. */
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
    const end = at + text.slice(at).search(/[,|{}[\]"]|$/)
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
    const end = at + text.slice(at).search(/[:,}]/)
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
    const keys = readHead()
    const items: unknown[] = []
    while (text[at] !== ']') {
      if (text[at] === ',' || text[at] === '|') at++
      if (!keys) items.push(readValue())
      else {
        const cells = keys.map((_, place) => {
          if (place > 0) at++
          return readValue()
        })
        items.push(Object.fromEntries(keys.map((key, place) => [key, cells[place]])))
      }
    }
    at++
    return items
  }

  /** `{a,b}:` is the head of rows; `{a:` begins an object. */
  function readHead(): string[] | undefined {
    if (text[at] !== '{') return undefined
    const start = at
    at++
    const keys: string[] = []
    while (text[at] !== '}') {
      if (text[at] === ',') at++
      keys.push(readKey())
      if (text[at] === ':') {
        at = start
        return undefined
      }
    }
    at++
    if (text[at] !== ':') {
      at = start
      return undefined
    }
    at++
    return keys
  }
}
