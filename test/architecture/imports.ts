import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'

const ROOT = resolve(import.meta.dirname, '../..')

/** A source file of a package with its imports. Paths start at the root of the repository. */
export interface Module {
  readonly path: string
  readonly lines: number
  readonly text: string
  /** Run-time imports of files in the repository, without type-only imports. */
  readonly imports: readonly string[]
  /** Run-time and type-only imports. */
  readonly mentions: readonly string[]
  /** Everything imported by name: packages and node's own modules, types included. */
  readonly packages: readonly string[]
}

/** Source files of the packages without tests and fixtures. */
export function readModules(): Module[] {
  const paths = readdirSync(join(ROOT, 'packages'), { recursive: true, encoding: 'utf8' })
  return paths
    .filter((path) => /^[^/]+\/src\/.*\.ts$/.test(path) && !/\.(?:test|fixture)\.ts$|-contract[^/]*\.ts$/.test(path))
    .map((path) => readModule(join('packages', path)))
}

const IMPORT = /^\s*(?:import|export)\s+(type\s+)?([^'"]*?from\s+)?['"]([^'"]+)['"]/gm

function readModule(path: string): Module {
  const text = readFileSync(join(ROOT, path), 'utf8')
  const imports: string[] = []
  const mentions: string[] = []
  const packages: string[] = []
  for (const [, isType, names = '', target = ''] of text.matchAll(IMPORT)) {
    if (!target.startsWith('.')) {
      packages.push(target)
      continue
    }
    const file = relative(ROOT, resolve(ROOT, dirname(path), target))
    mentions.push(file)
    if (!isType && !isOnlyTypes(names)) imports.push(file)
  }
  return { path, lines: text.split('\n').length, text, imports, mentions, packages }
}

function isOnlyTypes(names: string): boolean {
  const listed = /\{([^}]*)\}/.exec(names)?.[1]
  if (listed === undefined) return false
  const parts = listed.split(',').map((part) => part.trim())
  return parts.every((part) => part === '' || part.startsWith('type '))
}

/** Import cycles, type imports included. */
export function findCycles(modules: readonly Module[]): string[][] {
  const byPath = new Map(modules.map((module) => [module.path, module]))
  const done = new Set<string>()
  const cycles: string[][] = []
  const visit = (path: string, trail: readonly string[]): void => {
    if (trail.includes(path)) {
      cycles.push([...trail.slice(trail.indexOf(path)), path])
      return
    }
    if (done.has(path)) return
    for (const next of byPath.get(path)?.mentions ?? []) visit(next, [...trail, path])
    done.add(path)
  }
  for (const { path } of modules) visit(path, [])
  return cycles
}
