import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import spawn from 'cross-spawn'

const ROOT = resolve(import.meta.dirname, '..')

/** The packages for npm, by name, with their folders. */
export const PACKAGES = { 'pleat-server': 'packages/server', 'pleat-cli': 'packages/companion' } as const

export type PackageName = keyof typeof PACKAGES

/** A packed package. */
export interface Tarball {
  readonly name: PackageName
  readonly path: string
  /** The manifest in it. */
  readonly manifest: Readonly<Record<string, unknown>>
}

/**
 * Builds a package and writes its tarball into `folder`. Each build has its own folder, so that two builds, or a build and
 * `npm pack` in the package's folder, do not disturb each other.
 */
export function packPackage(name: PackageName, folder: string): Tarball {
  const source = join(ROOT, PACKAGES[name])
  const manifest = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8'))
  const stage = mkdtempSync(join(tmpdir(), `${name}-`))
  try {
    for (const file of ['package.json', 'README.md', 'LICENSE']) cpSync(join(source, file), join(stage, file))
    execFileSync(process.execPath, [join(source, 'build.ts'), join(stage, 'dist')], { stdio: 'inherit' })
    mkdirSync(folder, { recursive: true })
    const options = ['--silent', '--ignore-scripts', '--pack-destination', resolve(folder)]
    npm(['pack', ...options], stage)
  } finally {
    rmSync(stage, { recursive: true, force: true })
  }
  return { name, path: join(resolve(folder), `${name}-${manifest.version}.tgz`), manifest }
}

/** Runs npm in a folder. On Windows it is a `.cmd` file, which Node starts only through a shell. */
function npm(argv: readonly string[], cwd: string): void {
  const { error, status } = spawn.sync('npm', argv, { cwd, stdio: ['ignore', 'ignore', 'inherit'] })
  if (error) throw error
  if (status !== 0) throw new Error(`npm ${argv[0]} failed with exit code ${status}`)
}

/** Builds all packages and writes their tarballs into `folder`. */
export function packAll(folder: string): Tarball[] {
  return (Object.keys(PACKAGES) as PackageName[]).map((name) => packPackage(name, folder))
}

if (import.meta.main) {
  const folder = process.argv[2] ?? join(ROOT, 'dist')
  for (const { path } of packAll(folder)) process.stdout.write(`${path}\n`)
}
