import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'

const ROOT = resolve(import.meta.dirname, '../..')

interface LockedPackage {
  readonly resolved?: string
  readonly gypfile?: boolean
  readonly optionalDependencies?: Readonly<Record<string, string>>
}

const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
  packages: Readonly<Record<string, LockedPackage>>
}

describe('the lock file', () => {
  it('contains no registry URLs', () => {
    const fetched = Object.values(packages).filter(({ resolved }) => resolved && !resolved.startsWith('packages/'))
    expect(fetched).toEqual([])
  })

  // npm omits packages that the machine that wrote the file could not use, and then refuses to install from it elsewhere.
  it('contains the optional packages of every platform', () => {
    const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
      Object.keys(optionalDependencies).filter(
        (name) => !(`${path}/node_modules/${name}` in packages) && !(`node_modules/${name}` in packages),
      ),
    )
    expect(missing).toEqual([])
  })

  // The package contains its binaries. Without this setting, npm would try to compile it, and fail without a compiler.
  it('installs the SQLite binding without compiling it', () => {
    expect(packages['node_modules/better-sqlite3']?.gypfile).toBe(false)
  })
})
