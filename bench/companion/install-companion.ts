import { execFile } from 'node:child_process'
import { mkdir, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { packPackage } from '../../build/pack.ts'

const run = promisify(execFile)

/** The companion as installed by users. */
export interface InstalledCompanion {
  /** The command's file. */
  readonly main: string
  /** The folder with everything that was installed. */
  readonly modules: string
  /** Size of the packed package, in bytes. */
  readonly packedBytes: number
  /** Installed packages other than the companion. */
  readonly dependencies: readonly string[]
}

/** Packs the companion, and installs the package into `folder`. Nothing is fetched: it has no dependencies. */
export async function installCompanion(folder: string): Promise<InstalledCompanion> {
  await mkdir(folder, { recursive: true })
  const { path } = packPackage('pleat-cli', folder)
  const options = ['--prefix', folder, '--offline', '--no-audit', '--no-fund', '--no-package-lock', '--loglevel=error']
  await run('npm', ['install', ...options, path], { timeout: 120_000 })
  const modules = join(folder, 'node_modules')
  const names = (await readdir(modules)).filter((name) => !name.startsWith('.') && name !== 'pleat-cli')
  return {
    main: join(modules, 'pleat-cli', 'dist', 'main.js'),
    modules,
    packedBytes: (await stat(path)).size,
    dependencies: names,
  }
}
