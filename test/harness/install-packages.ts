import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { delimiter, dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { packAll, type Tarball } from '../../build/pack.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const run = promisify(execFile)

/** The folder of a user who has installed both packages. */
export interface InstalledPackages {
  readonly folder: string
  /** The user's environment: an empty home, and this Node. */
  readonly variables: Readonly<Record<string, string>>
}

/**
 * Packs both packages and installs the tarballs into an empty folder, with npm and without the network: `npm ci` of the
 * repository has stored their dependencies in npm's cache. Undefined if that cache lacks one.
 */
export async function installPackages(folder: string): Promise<InstalledPackages | undefined> {
  const tarballs = packAll(join(folder, 'tarballs'))
  const app = join(folder, 'app')
  const home = join(folder, 'home')
  await Promise.all([mkdir(app), mkdir(home)])
  const dependencies = Object.fromEntries(tarballs.map(({ name, path }) => [name, `file:${path}`]))
  const manifest = { name: 'app', version: '1.0.0', dependencies }
  await writeFile(join(app, 'package.json'), JSON.stringify(manifest))
  await writeFile(join(app, 'package-lock.json'), JSON.stringify(lockFor(manifest, tarballs)))
  const path = [dirname(process.execPath), process.env.PATH].join(delimiter)
  // The tests run on the Node of the repository, so the Node package of the server is omitted.
  const options = ['--offline', '--omit=optional', '--no-audit', '--no-fund', '--loglevel=error']
  try {
    await run('npm', ['ci', ...options], { cwd: app, env: { ...process.env, PATH: path }, timeout: 60_000 })
  } catch (error) {
    if (/ENOTCACHED/.test((error as { stderr?: string }).stderr ?? '')) return undefined
    throw error
  }
  return { folder: app, variables: { HOME: home, PATH: path, npm_config_offline: 'true' } }
}

/** The versions of the repository's own lock file, which npm finds in its cache without asking the registry. */
function lockFor(manifest: { readonly dependencies: Readonly<Record<string, string>> }, tarballs: readonly Tarball[]) {
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { link?: boolean }>
  }
  const others = Object.entries(packages).filter(([path, entry]) => path.startsWith('node_modules/') && !entry.link)
  const ours = tarballs.map(({ name, manifest: packed }) => {
    const { version, dependencies, optionalDependencies, bin, engines } = packed
    const resolved = manifest.dependencies[name]
    return [`node_modules/${name}`, { version, resolved, dependencies, optionalDependencies, bin, engines }] as const
  })
  return {
    ...manifest,
    lockfileVersion: 3,
    requires: true,
    packages: Object.fromEntries([['', manifest], ...others, ...ours]),
  }
}
