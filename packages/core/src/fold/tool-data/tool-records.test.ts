import { describe, expect, it } from 'vitest'
import { parseToQuote } from '../../json.ts'
import { namingKeysIn, recordsOf } from './tool-records.ts'

const NONE = { known: new Set<string>() }

function told(value: unknown, about: Parameters<typeof recordsOf>[1] = NONE): string[] {
  return recordsOf(value, about).map(({ name, fields }) =>
    [name, ...fields.map(({ key, value }) => `${key}=${value}`)].join(' '),
  )
}

describe('recordsOf', () => {
  it('names the records of a list by the first key whose values all differ', () => {
    const beds = [
      { bed: '4A', diet: 'soft' },
      { bed: '4B', diet: 'soft' },
      { bed: '5A', diet: 'none' },
    ]
    expect(told({ ward: 4, beds })).toEqual(['bed=4A diet=soft', 'bed=4B diet=soft', 'bed=5A diet=none'])
    expect(namingKeysIn({ beds })).toEqual(['bed'])
  })

  it('names a record by an id that double precision does not hold', () => {
    const message = parseToQuote('{"author": "mara", "message_id": 1849302938475610123, "state": "read"}')
    expect(told(message)).toEqual(['message_id=1849302938475610123 author=mara state=read'])
  })

  it('names the records of a list by the first two keys if only the pair is unique', () => {
    const readings = [
      { room: 'east', at: '09:00', humidity: 54 },
      { room: 'east', at: '13:00', humidity: 63 },
      { room: 'west', at: '09:00', humidity: 54 },
    ]
    expect(told(readings)[1]).toBe('room=east at=13:00 humidity=63')
  })

  it('returns no records if no value distinguishes them', () => {
    const doses = [
      { bed: '4A', drug: 'a', dose: 'one' },
      { bed: '4A', drug: 'a', dose: 'two' },
      { bed: '4A', drug: 'b', dose: 'one' },
    ]
    expect(told(doses)).toEqual([])
  })

  it('names objects with the same fields by their keys in a map', () => {
    const hosts = { web: { cpu: 4, ram: 8 }, app: { cpu: 8, ram: 32 }, db: { cpu: 16, ram: 64 } }
    expect(told({ hosts })).toEqual(['web cpu=4 ram=8', 'app cpu=8 ram=32', 'db cpu=16 ram=64'])
  })

  it('adds the fields of nested objects to the record around them', () => {
    expect(told({ hive: 'A7', temperature: { nest: 34.8, outside: 17 } })).toEqual(['hive=A7 nest=34.8 outside=17'])
  })

  it('attributes a result without a name to the argument of its call', () => {
    expect(told({ ok: true, day: '2026-03-07' }, { ...NONE, asked: { order: 'ORD-20931', day: 'x' } })).toEqual([
      'ORD-20931 ok=true day=2026-03-07',
    ])
  })

  it('names a single object by a key that names the records of lists', () => {
    expect(told({ station: 7, votes: 803 }, { known: new Set(['station']) })).toEqual(['station=7 votes=803'])
  })
})
