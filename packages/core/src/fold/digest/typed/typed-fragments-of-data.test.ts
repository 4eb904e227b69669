import { describe, expect, it } from 'vitest'
import { fenced, read } from './read-fragments.fixture.ts'

describe('typedFragments of JSON', () => {
  const rows = Array.from({ length: 240 }, (_, id) => ({
    id,
    port: id % 2 ? 'Oslo' : 'Bergen',
    tons: 20 + (id % 7),
    state: id === 17 ? 'sunk' : 'afloat',
  }))

  it('gives keys, counts, ranges, kinds and the elements that are unlike the others', () => {
    expect(read(JSON.stringify({ ships: rows, page: 3 }, null, 2)).blocks).toEqual([
      '[JSON: {ships: [240 × {id 0–239, port Bergen ×120/Oslo ×120, tons 20–26, state afloat ×239/sunk ×1}; unlike the others: {id:17,port:Oslo,tons:23,state:sunk}], page: 3}]',
    ])
  })

  it('gives no outline of a value that is nested too deep to be read', () => {
    const deep = `{"a":${'['.repeat(3000)}${']'.repeat(3000)}}`
    expect(read(deep, true).blocks).toEqual([])
  })

  it('finds outlying figures, and keys that hardly any other element has', () => {
    const odd = rows.map((row) => {
      if (row.id === 5) return { ...row, tons: 9000 }
      return row.id === 9 ? { ...row, note: 'leaking' } : row
    })
    const [block] = read(JSON.stringify(odd), true).blocks
    expect(block).toContain('{id:5,port:Oslo,tons:9000,state:afloat}')
    expect(block).toContain('{id:9,port:Oslo,tons:22,state:afloat,note:leaking}')
    expect(block).toContain('note leaking (in 1)')
  })

  it('writes numbers as the text does, also beyond double precision', () => {
    const text = `{"channel": 10902938475612377, "message": 1849302938475610123, "note": "${'x'.repeat(60)}", "price": 1.50}`
    expect(read(text, true).blocks).toEqual([
      `[JSON: {channel: "10902938475612377", message: "1849302938475610123", note: ${'x'.repeat(60)}, price: 1.5}]`,
    ])
  })

  it('shows a small value in full', () => {
    const text = JSON.stringify({ name: 'harbour-config', berths: [1, 2], crane: { tons: 40, isOpen: true } }, null, 4)
    expect(read(fenced('json', ...text.split('\n'))).blocks).toEqual([
      '[JSON: {name: harbour-config, berths: [1, 2], crane: {tons: 40, isOpen: true}}]',
    ])
    expect(read('{"berths": 3}').blocks).toEqual([])
    const long = JSON.stringify({
      name: 'harbour-config',
      note: 'x'.repeat(60),
      crane: { tons: 40, isOpen: true },
      more: null,
    })
    expect(read(long).blocks).toEqual([
      `[JSON: {name: harbour-config, note: ${'x'.repeat(60)}, crane: {tons: 40, isOpen: true}, more: null}]`,
    ])
  })
})

describe('typedFragments of tables', () => {
  const table = [
    '| Ship | Tons | Port |',
    '|------|-----:|------|',
    ...[40, 31, 90, 12, 55, 33, 47].map((tons, row) => `| **S${row}** | ${tons} | P${row} |`),
  ]

  it('gives head, number of rows, first and last row and outliers, and the other rows as fragments', () => {
    const { blocks, others } = read(table.join('\n'))
    expect(blocks).toEqual([
      '[table, 7 rows: columns Ship | Tons | Port; S0 | 40 | P0; … 1 row; S2 | 90 | P2; S3 | 12 | P3; … 2 rows; S6 | 47 | P6]',
    ])
    expect(others).toEqual(['S1 | 31 | P1', 'S4 | 55 | P4', 'S5 | 33 | P5'])
  })

  it('shows a short table whole', () => {
    expect(read(table.slice(0, 4).join('\n'))).toEqual({
      blocks: ['[table, 2 rows: columns Ship | Tons | Port; S0 | 40 | P0; S1 | 31 | P1]'],
      others: [],
    })
  })

  it('reads separated values in a fence', () => {
    const { blocks } = read(fenced('csv', 'ship,tons,port', 'Ada,12,Oslo', 'Bo,9,Bergen', 'Cy,30,Oslo'))
    expect(blocks).toEqual([
      '[table, csv, 3 rows: columns ship | tons | port; Ada | 12 | Oslo; Bo | 9 | Bergen; Cy | 30 | Oslo]',
    ])
  })
})

describe('typedFragments of logs', () => {
  it('gives the first line, the last one and each kind of trouble once, with the number of lines between them', () => {
    const line = (second: number, text: string): string =>
      `2026-03-01T10:00:${String(second).padStart(2, '0')}Z ${text}`
    const lines = [
      line(0, 'INFO crane started'),
      ...Array.from({ length: 20 }, (_, n) => line(n + 1, `INFO lifted crate ${n}`)),
      line(30, 'ERROR rope 7 broke'),
      line(31, 'INFO lifted crate 21'),
      line(32, 'ERROR rope 9 broke'),
      line(33, 'INFO crane stopped'),
    ]
    expect(read(`The log says:\n${lines.join('\n')}`)).toEqual({
      blocks: [
        '[log, 25 lines: 2026-03-01T10:00:00Z INFO crane started; … 20 lines; 2026-03-01T10:00:30Z ERROR rope 7 broke (×2); … 2 lines; 2026-03-01T10:00:33Z INFO crane stopped]',
      ],
      others: ['The log says:'],
    })
  })
})

describe('typedFragments of stack traces', () => {
  it("gives the error and the innermost steps in the user's own code if the error is below the steps", () => {
    const text = [
      'Traceback (most recent call last):',
      '  File "/srv/harbour/main.py", line 40, in run',
      '    moor(ship)',
      '  File "/usr/lib/python3.12/site-packages/tides/core.py", line 9, in wrap',
      '    return call()',
      '  File "/srv/harbour/berth.py", line 12, in moor',
      '    raise Full(ship.name)',
      'harbour.errors.FullError: no berth for Ada',
    ].join('\n')
    expect(read(text).blocks).toEqual([
      '[stack trace, 3 frames: harbour.errors.FullError: no berth for Ada; File "/srv/harbour/main.py", line 40, in run: moor(ship); File "/srv/harbour/berth.py", line 12, in moor: raise Full(ship.name); … 1 frame]',
    ])
  })

  it('gives the first steps if the error is above them, in any language', () => {
    const frames = Array.from({ length: 7 }, (_, n) => `    at step${n} (/srv/harbour/src/step-${n}.js:${n + 1}:5)`)
    const text = ['TypeError: ship is undefined', '    at Object.moor (/srv/node_modules/dock/index.js:3:1)', ...frames]
    expect(read(text.join('\n')).blocks).toEqual([
      '[stack trace, 8 frames: TypeError: ship is undefined; at step0 (/srv/harbour/src/step-0.js:1:5); at step1 (/srv/harbour/src/step-1.js:2:5); at step2 (/srv/harbour/src/step-2.js:3:5); at step3 (/srv/harbour/src/step-3.js:4:5); … 4 frames]',
    ])
    const go =
      'panic: index out of range\n\nmain.moor(...)\n\t/srv/harbour/main.go:22 +0x1d\nmain.main()\n\t/srv/harbour/main.go:9 +0x2b'
    expect(read(fenced('', ...go.split('\n'))).blocks).toEqual([
      '[stack trace, 2 frames: panic: index out of range; /srv/harbour/main.go:22 +0x1d; /srv/harbour/main.go:9 +0x2b]',
    ])
  })
})

describe('typedFragments of diffs', () => {
  it('gives paths, numbers of lines and the most informative lines', () => {
    const text = [
      'diff --git a/src/berth.ts b/src/berth.ts',
      '--- a/src/berth.ts',
      '+++ b/src/berth.ts',
      '@@ -10,4 +10,5 @@ class Berth {',
      '   depth = 12',
      '-  moor(ship) {',
      '+  moor(ship: Ship, at: Tide): Promise<void> {',
      '+    this.log(ship)',
      '   }',
      'diff --git a/old.md b/old.md',
      '--- a/old.md',
      '+++ /dev/null',
      '@@ -1,1 +0,0 @@',
      '-# Notes',
    ].join('\n')
    expect(read(text).blocks).toEqual([
      '[diff, 2 files: src/berth.ts +2 -1; - moor(ship) {; + moor(ship: Ship, at: Tide): Promise<void> {; + this.log(ship); old.md (deleted) +0 -1; - # Notes]',
    ])
  })
})
