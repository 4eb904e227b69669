import path from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { literalsIn, literalsOf, sourceFiles } from './expressions-of.ts'
import { slowTextOf } from './pump.ts'

const PACKAGES = new URL('../../packages/', import.meta.url).pathname

/** The maximum input length of some expressions, in characters. They may take quadratic time up to it. */
const LONGEST: Readonly<Record<string, number>> = {
  'core/src/tags/extract-identifiers.ts:/\\p{L}[^\\p{L}]*\\d|\\d[^\\p{L}]*\\p{L}{2}/u': 128,
  'core/src/fold/digest/ledger-lines.ts:/^\\s*(?:[\\w@.~-]*\\/)+[\\w@.+-]*(?::\\d+.*)?\\s*$|^\\s*[\\w@.~/-]*\\/[\\w@./-]+:\\d+:/': 400,
}

// Times on a busy machine may hide a slow input once.
describe('the search for slow inputs', { retry: 2 }, () => {
  test.each([/\S*$/, /\s+$/, /(a+)+b/, /a+b/, /\[([^\]]*)\]/, /^(?:\s|\/\/.*)*,/, /^\s*\w*\s*,/, /x*y*x*z/])(
    'finds a slow input for %s',
    (expression) => {
      expect(slowTextOf(expression)).toBeDefined()
    },
  )

  test.each([/(?<!\s)\s+$/, /^\s*a/, /a{1,64}b/, /\bword\b/, /[.!?]+/, /^(?:ab|cd)*$/, /\p{L}+/u])(
    'finds no slow input for %s',
    (expression) => {
      expect(slowTextOf(expression)).toBeUndefined()
    },
  )

  test('reports the two lengths whose times it measured, of which the longer one was too slow', () => {
    const { lengths, ms } = slowTextOf(/(a+)+b/)!
    expect(lengths[0]).toBeGreaterThanOrEqual(20)
    expect(lengths[1]).toBeGreaterThan(lengths[0])
    expect(ms[1]).toBeGreaterThan(ms[0])
  })

  test('accepts an expression that is slow only beyond its maximum input length', () => {
    expect(slowTextOf(/\S*$/, 100)).toBeUndefined()
  })
})

test('regular expression literals are distinguished from divisions, comments, strings and templates', () => {
  const text = [
    'const a = /x[/]y/gu, b = 6 / 2 / a // /no/',
    ['const c = `t/$', '{/in/.source}/t` /* /no/ */'].join(''),
    "if (/cond/.test('/no/')) return /end\\//",
    'const d = f(a) / 2 + values[1]! / 3',
  ].join('\n')
  expect(literalsOf(text).map(({ source, flags, line }) => `${line} /${source}/${flags}`)).toEqual([
    '1 /x[/]y/gu',
    '2 /in/',
    '3 /cond/',
    '3 /end\\//',
  ])
})

const files = ['core', 'server', 'companion'].flatMap((name) => sourceFiles(`${PACKAGES}${name}/src`))

test('the expressions of the sources are found', () => {
  expect(files.flatMap(literalsIn).length).toBeGreaterThan(500)
})

describe('every expression takes linear time', () => {
  test.each(files.map((file) => path.relative(PACKAGES, file)))('in %s', (name) => {
    for (const { source, flags, line } of literalsIn(PACKAGES + name)) {
      const slow = slowTextOf(new RegExp(source, flags), LONGEST[`${name}:/${source}/${flags}`])
      expect(slow && { line, source, slow }).toBeUndefined()
    }
  })
})

/** Expressions that modules of the core construct when they are loaded. */
async function builtExpressions(): Promise<RegExp[]> {
  const built: RegExp[] = []
  class Recording extends RegExp {
    constructor(pattern: RegExp | string, flags?: string) {
      super(pattern, flags)
      built.push(this)
    }
  }
  vi.stubGlobal('RegExp', Recording)
  try {
    await import('../../packages/core/src/index.ts')
  } finally {
    vi.unstubAllGlobals()
  }
  return built.map(({ source, flags }) => new RegExp(source, flags))
}

test('every expression that the core constructs when it is loaded takes linear time', async () => {
  const built = await builtExpressions()
  expect(built.length).toBeGreaterThan(15)
  const slow = built.flatMap((expression) => {
    const text = slowTextOf(expression)
    return text ? [{ expression: expression.source.slice(0, 200), text }] : []
  })
  expect(slow).toEqual([])
})
