import { existsSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { describe, expect, it } from 'vitest'
import { anchorsOf, linkTargets, ROOT, readDocuments } from './markdown.ts'

const documents = readDocuments()
const anchors = new Map(documents.map(({ path, text }) => [path, anchorsOf(text)]))

/** The error of a link in the document at `path`; undefined if it leads to an existing file and heading. */
function findProblem(path: string, target: string): string | undefined {
  if (/^(?:https?|mailto):/.test(target)) return undefined
  const [file = '', anchor] = decodeURI(target).split('#')
  const to = file === '' ? path : normalize(join(dirname(path), file))
  if (to.startsWith('..') || to.startsWith('/')) return 'leads out of the repository'
  if (!existsSync(join(ROOT, to))) return 'no such file'
  if (anchor === undefined) return undefined
  return anchors.get(to)?.has(anchor) ? undefined : 'no such heading'
}

describe('links of the documents', () => {
  it('are searched in the documents that readers start from, and more than 50 are found', () => {
    const paths = documents.map(({ path }) => path)
    expect(paths).toEqual(expect.arrayContaining(['README.md', 'ARCHITECTURE.md', 'docs/clients.md', 'SECURITY.md']))
    expect(documents.flatMap(({ text }) => linkTargets(text)).length).toBeGreaterThan(50)
  })

  it('lead to files and headings that exist', () => {
    const broken = documents.flatMap(({ path, text }) =>
      linkTargets(text).flatMap((target) => {
        const problem = findProblem(path, target)
        return problem === undefined ? [] : [`${path}: ${target}: ${problem}`]
      }),
    )
    expect(broken).toEqual([])
  })

  it.each([
    ['README.md', 'docs/clients.md', undefined],
    ['docs/clients.md', '../README.md', undefined],
    ['README.md', 'docs/none.md', 'no such file'],
    ['docs/clients.md', 'README.md', 'no such file'],
    ['README.md', 'SECURITY.md#what-is-stored', undefined],
    ['README.md', 'SECURITY.md#what-is-not-there', 'no such heading'],
    ['README.md', '../other/README.md', 'leads out of the repository'],
    ['README.md', 'https://example.com/none', undefined],
  ])('from %s to %s: %s', (path, target, problem) => {
    expect(findProblem(path, target)).toBe(problem)
  })

  it('are read from prose and not from code', () => {
    expect(linkTargets('[a](b.md) and `[c](d.md)`\n\n```\n[e](f.md)\n```\n\n[g]: h.md "title"')).toEqual([
      'b.md',
      'h.md',
    ])
  })

  it('find headings under the names that GitHub gives them', () => {
    const text = '# A `b` & c\n\n## What, then?\n\n```\n# no heading\n```\n\n## What, then?\n'
    expect([...anchorsOf(text)]).toEqual(['a-b--c', 'what-then', 'what-then-1'])
  })
})
