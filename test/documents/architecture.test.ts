import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ROOT } from './markdown.ts'

/** Directories that a path in the document may start from. */
const BASES = ['.', 'packages/core/src', 'packages/core/src/fold', 'packages/server/src']

/** `core/x` and `server/x` are below the sources of that package. */
function exists(name: string): boolean {
  const path = name.replace(/^(core|server)\//, 'packages/$1/src/').replace(/\/$/, '')
  return BASES.some((base) => isSource(join(ROOT, base, path)))
}

function isSource(path: string): boolean {
  if (existsSync(path) || existsSync(`${path}.ts`)) return true
  const [directory, start] = [path.slice(0, path.lastIndexOf('/')), path.slice(path.lastIndexOf('/') + 1)]
  if (!start.endsWith('*') || !existsSync(directory)) return false
  return readdirSync(directory).some((entry) => entry.startsWith(start.slice(0, -1)))
}

/** Code spans that are paths with a slash, without `{a,b}` alternatives. */
function pathsIn(text: string): string[] {
  const spans = [...text.matchAll(/`([^`\n]+)`/g)].map(([, span]) => span!)
  return spans.filter((span) => /^[a-z][\w.-]*(?:\/[\w.*-]*)+$/.test(span))
}

describe.each(['ARCHITECTURE.md', 'CONTRIBUTING.md'])('%s', (document) => {
  const paths = pathsIn(readFileSync(join(ROOT, document), 'utf8'))

  it('names files and rooms that exist', () => {
    expect(paths.length).toBeGreaterThan(20)
    expect(paths.filter((path) => !exists(path))).toEqual([])
  })
})

it('reports a room that does not exist', () => {
  expect([exists('core/fold/recall'), exists('core/fold/recollection'), exists('digest/ledger*')]).toEqual([
    true,
    false,
    true,
  ])
})
