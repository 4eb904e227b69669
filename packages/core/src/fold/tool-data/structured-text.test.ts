import { describe, expect, it } from 'vitest'
import { readStructured } from './structured-text.ts'

describe('readStructured', () => {
  it('reads a table of each form by the names of its columns', () => {
    const tables = [
      'host;port;state\nweb1;80;up\nweb2;81;down',
      'host\tport\tstate\nweb1\t80\tup\nweb2\t81\tdown',
      '| host | port | state |\n| --- | --- | --- |\n| web1 | 80 | up |\n| web2 | 81 | down |',
      'host  port  state\nweb1  80    up\nweb2  81    down',
    ]
    for (const table of tables) {
      expect(readStructured(table)).toEqual([
        { host: 'web1', port: '80', state: 'up' },
        { host: 'web2', port: '81', state: 'down' },
      ])
    }
  })

  it('reads the output of a database, even with two columns or with one row', () => {
    const rows = [
      'art | count\nA   | 512\nE   | 9\n(2 rows)',
      ' art | count\n-----+-------\n A | 512\n E | 9\n(2 rows)\n',
      ' art | count\n-----+-------\n A | 512\n E | 9\n(2 rows)\n\nTime: 0.512 ms\n',
    ]
    for (const table of rows) {
      expect(readStructured(table)).toEqual([
        { art: 'A', count: '512' },
        { art: 'E', count: '9' },
      ])
    }
    const remark = 'has been abroad since spring, wants to come back in the autumn'
    expect(readStructured(`mnr | name | remark\n617 | Onno | ${remark}\n(1 row)`)).toEqual([
      { mnr: '617', name: 'Onno', remark },
    ])
  })

  it('reads a table of one row whose head is in capital letters', () => {
    expect(readStructured('NAME        CPU(cores)   MEMORY\nseatmap-2   655m         612Mi')).toEqual([
      { NAME: 'seatmap-2', 'CPU(cores)': '655m', MEMORY: '612Mi' },
    ])
    expect(readStructured('Name, first name, 12 May\nHarms, Gesa, 14 May')).toBeUndefined()
  })

  it('reads lines of keys and values, with or without a title', () => {
    const pairs = { patient: 'P. Cano', lipase: '1840 U/L', taken: '07:40' }
    const lines = 'patient: P. Cano\nlipase: 1840 U/L\ntaken: 07:40'
    expect(readStructured(lines)).toEqual(pairs)
    expect(readStructured(`LABORATORY\n${lines}`)).toEqual(pairs)
  })

  const others: readonly (readonly [string, string])[] = [
    ['rows without names of columns', 'web1 | up | 41%\nweb2 | up | 43%\nweb3 | up | 88%'],
    ['rows of different length', 'host;port;state\nweb1;80;up\nweb2;81'],
    ['a repeated key', 'Mara: yes\nTobias: no\nMara: later'],
    [
      'sentences after names',
      'Mara: We sail. Bring the rope.\nTobias: I can. But only at noon.\nIngrid: Fine. See you.',
    ],
    ['program text', 'case A: {\nreturn: one;\ncase B: two;'],
    ['a sentence', 'The ferry sails at noon: be there.'],
  ]
  it.each(others)('does not read %s', (_, text) => {
    expect(readStructured(text)).toBeUndefined()
  })
})
