import { chmodSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { rolldown } from 'rolldown'
import { licencesOf } from './licences.ts'

export interface BundleOptions {
  /** The folder of the package. */
  readonly folder: string
  /** Output directory, which is emptied first. */
  readonly out: string
  /** Source files of the entries, by the name of their output file. `main` is the command. */
  readonly entries: Readonly<Record<string, string>>
  readonly minify: boolean
}

/**
 * Bundles a package of this repository as plain JavaScript for npm. npm installs the packages that its manifest lists under
 * `dependencies`. Everything else, our own packages included, goes into the bundle. All files are side by side in `out`.
 */
export async function bundlePackage({ folder, out, entries, minify }: BundleOptions): Promise<void> {
  rmSync(out, { recursive: true, force: true })
  const bundle = await rolldown({
    input: { ...entries },
    cwd: folder,
    platform: 'node',
    external: dependenciesOf(folder).map((name) => new RegExp(`^${name}(?:/|$)`)),
    // Some packages list their ES modules only in `module`, for bundlers. Their `main` requires its parts at run time.
    resolve: { mainFields: ['module', 'main'] },
  })
  const { output } = await bundle.write({
    dir: out,
    format: 'esm',
    minify,
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
  })
  await bundle.close()
  chmodSync(join(out, 'main.js'), 0o755)
  const modules = output.flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []))
  writeFileSync(join(out, 'THIRD-PARTY-LICENSES.txt'), licencesOf(modules))
}

function dependenciesOf(folder: string): string[] {
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  return Object.keys(manifest.dependencies ?? {})
}
