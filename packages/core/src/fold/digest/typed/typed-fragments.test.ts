import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fenced, read } from './read-fragments.fixture.ts'
import { typedFragments } from './typed-fragments.ts'

describe('typedFragments of sentences', () => {
  it('gives sentences unchanged', () => {
    expect(read('We sail at dawn. Bring the red lantern!\n\n- rope\n- maps').others).toEqual([
      'We sail at dawn.',
      'Bring the red lantern!',
      '- rope',
      '- maps',
    ])
  })

  it.each([
    [
      'people who talk with times before their words',
      '10:02:11 Ada: I am late\n10:02:40 Bo: no rush at all\n10:03:02 Ada: thank you\n10:05:59 Bo: shall I order?',
    ],
    ['lists of names', '1. Ada, Bo, Cy\n2. Dee, Eli, Flo\n3. Gus, Hal, Ida\n4. Jo, Kim, Lee\n5. Mo, Ned, Oz'],
    ['verses', 'The tide comes in\nThe tide goes out\nThe harbour sleeps\nAnd dreams of trout'],
    ['a fence around plain words', '```\nDear Ada\nthe boat is ready\nyours, Bo\n```'],
  ])('recognises %s as sentences', (_, text) => {
    expect(read(text).blocks).toEqual([])
  })
})

describe('typedFragments of code', () => {
  it('gives the signatures with their annotations, the language and the file, and the other lines as fragments', () => {
    const { blocks, others } = read(
      fenced(
        'python app/harbour.py',
        'import tides',
        '',
        'class Harbour(Base):',
        '    depth = 12',
        '    @route("/berths", methods=["GET"])',
        '    def berths(self, free_only=True):',
        '        if free_only:',
        '            return [b for b in self.all if b.free]',
        '        return self.all',
      ),
    )
    expect(blocks).toEqual([
      '[code python app/harbour.py, 9 lines: class Harbour(Base); @route("/berths", methods=["GET"]) def berths(self, free_only=True)]',
    ])
    expect(others).toContain('depth = 12')
    expect(others).toContain('What do you think?')
  })

  it.each([
    [
      'braces',
      [
        'export async function moor(ship: Ship): Promise<Berth> {',
        '  const berth = await find(ship)',
        '  if (!berth) {',
        '    throw new Error("full")',
        '  }',
        '  return berth',
        '}',
      ],
      'export async function moor(ship: Ship): Promise<Berth>',
    ],
    [
      'braces on their own line',
      [
        'public class Crane',
        '{',
        '    private int load;',
        '    public void Lift(int tons)',
        '    {',
        '        load += tons;',
        '    }',
        '}',
      ],
      'public class Crane; public void Lift(int tons)',
    ],
    [
      'receivers',
      [
        'func (h *Harbour) Free() int {',
        '\tn := 0',
        '\tfor _, b := range h.berths {',
        '\t\tif b.Free { n++ }',
        '\t}',
        '\treturn n',
        '}',
      ],
      'func (h *Harbour) Free() int',
    ],
    [
      'words for blocks',
      ['defmodule Harbour do', '  def free(berths) do', '    Enum.count(berths, & &1.free)', '  end', 'end'],
      'defmodule Harbour; def free(berths)',
    ],
    [
      'statements',
      ['CREATE TABLE berths (', '  id INTEGER PRIMARY KEY,', '  ship TEXT NOT NULL', ');'],
      'CREATE TABLE berths',
    ],
    [
      'values that are functions',
      ['const weigh = (crate) => {', '  return crate.tons * 1000;', '};', 'const limit = 5;'],
      'const weigh = (crate)',
    ],
  ])('finds signatures by their shape: %s', (_, lines, signatures) => {
    expect(read(fenced('', ...lines)).blocks).toEqual([`[code, ${lines.length} lines: ${signatures}]`])
  })

  it('takes the file from the line before the fence', () => {
    const text = '**src/crane.js**\n```js\nfunction lift(tons) {\n  total += tons;\n}\n```'
    expect(read(text).blocks).toEqual(['[code js src/crane.js, 3 lines: function lift(tons)]'])
  })

  it('finds code that was pasted without a fence', () => {
    const text = 'It breaks here:\nfunction lift(tons) {\n  total += tons;\n  report(total);\n}\nlift(3);'
    expect(read(text).blocks).toEqual(['[code, 5 lines: function lift(tons)]'])
  })
})

describe('typedFragments of anything', () => {
  const piece = fc.constantFrom(
    '```',
    '~~~',
    '| a | b |',
    '|--|--|',
    '@@ -1 +1 @@',
    '--- a',
    '+++ b',
    '  at x.y(z.c:1)',
    '{"a":[',
    ']}',
    '2026-01-01 10:00:00 ERROR x',
    'def f():',
    '  return 1',
    '',
    'Words, and more.',
  )

  it('keeps lines that only look like a diff', () => {
    const fragments = typedFragments('--- a heading\n\n+++ another', { isOutput: true, language: 'en' })
    expect(fragments.map(({ text }) => text).join(' ')).toContain('a heading')
    expect(fragments.every(({ isBlock }) => !isBlock)).toBe(true)
  })

  it('never fails, and gives no empty fragment', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(piece, fc.string()), { maxLength: 40 }), fc.boolean(), (lines, isOutput) => {
        for (const { text, parts } of typedFragments(lines.join('\n'), { isOutput, language: 'en' })) {
          expect(text.trim()).not.toBe('')
          expect(parts.length).toBeGreaterThan(0)
        }
      }),
      { numRuns: 300 },
    )
  })

  it.each([
    ['one long line', 'a.'.repeat(250_000)],
    ['short lines', 'a\n'.repeat(100_000)],
    ['brackets', `{${'['.repeat(50_000)}`],
    ['rows', `|a|b|\n|--|--|\n${'|1|2|\n'.repeat(50_000)}`],
    ['rows below a head of as many columns', `${'|a'.repeat(20_000)}\n|---|---|\n${'|1|\n'.repeat(20_000)}`],
    ['log lines', '2026-01-01 10:00:00 ERROR rope 7 broke\n'.repeat(12_000)],
    [
      'log lines that differ',
      Array.from({ length: 12_000 }, (_, n) => `2026-01-01 10:00:00 INFO ${n.toString(36).replace(/\d/g, 'x')}y`).join(
        '\n',
      ),
    ],
    ['spaces', `${' '.repeat(200_000)}x\n`.repeat(3)],
    ['openings', '```\n'.repeat(50_000)],
    ['code', 'def f(x):\n  return x\n'.repeat(20_000)],
    ['JSON', JSON.stringify(Array.from({ length: 20_000 }, (_, id) => ({ id, name: `ship ${id}` })))],
  ])('takes little time for half a megabyte of %s', (_, text) => {
    const start = process.cpuUsage().user
    typedFragments(text, { isOutput: true, language: 'en' })
    typedFragments(text, { isOutput: false, language: 'en' })
    expect((process.cpuUsage().user - start) / 1e6).toBeLessThan(3)
  })
})
