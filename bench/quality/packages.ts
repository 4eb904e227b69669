import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** A package of a baseline, in the measured version. */
export interface Contender {
  readonly name: string
  readonly version: string
  /** The imported file, as a path inside the package. */
  readonly entry: string
}

export const AI_SDK: Contender = { name: 'ai', version: '7.0.173', entry: 'dist/index.js' }
export const LANGCHAIN: Contender = { name: '@langchain/core', version: '1.2.13', entry: 'dist/messages/index.js' }

/** Installed with its dependencies, of which the bench uses the tokenizers. */
export const LEXRANK: Contender = { name: 'lexrank', version: '1.0.5', entry: 'lexrank.js' }

/** The package, installed once into a folder outside the repository, or the reason why it is missing. */
export async function loadContender<Library>(
  contender: Contender,
): Promise<{ readonly library: Library } | { readonly missing: string }> {
  const found = installContender(contender)
  if ('missing' in found) return found
  return { library: (await import(pathToFileURL(found.script).href)) as Library }
}

/** The path of the package's script, or the reason why it is missing. */
export function installContender(contender: Contender): { readonly script: string } | { readonly missing: string } {
  const { name, version, entry } = contender
  const folder = join(tmpdir(), `pleat-bench-${name.replace(/\W+/g, '-')}-${version}`)
  const script = join(folder, 'node_modules', name, entry)
  if (!existsSync(script)) {
    const failure = install(folder, `${name}@${version}`)
    if (failure !== undefined || !existsSync(script)) return { missing: failure ?? `it does not contain ${entry}` }
  }
  return { script }
}

function install(folder: string, wanted: string): string | undefined {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{"private":true,"type":"module"}\n')
  // With `--ignore-scripts`, no code of the package runs before it is imported.
  const args = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--no-save', wanted]
  const { status, error } = spawnSync('npm', args, { cwd: folder, stdio: 'ignore', timeout: 120_000 })
  return status === 0 ? undefined : `npm could not install it (${error?.message ?? `exit code ${status}`})`
}
