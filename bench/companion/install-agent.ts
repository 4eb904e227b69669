import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** An agent that was installed, or why it was not. */
export type AgentInstallation =
  | { readonly kind: 'installed'; readonly command: string }
  | { readonly kind: 'missing'; readonly reason: string }

/** What is to be installed. */
export interface AgentPackage {
  readonly package: string
  readonly command: string
  /** Whether it works only after its own scripts were run, which can take minutes. */
  readonly needsScripts: boolean
}

/** Installs a package into `folder`; nothing outside of it is touched. */
export async function installAgent(folder: string, wanted: AgentPackage): Promise<AgentInstallation> {
  const { package: name, command, needsScripts } = wanted
  const options = ['--no-audit', '--no-fund', '--no-package-lock', '--loglevel=error']
  if (!needsScripts) options.push('--ignore-scripts')
  try {
    await promisify(execFile)('npm', ['install', '--prefix', folder, ...options, name], { timeout: 240_000 })
  } catch (error) {
    return { kind: 'missing', reason: (error as Error).message.split('\n', 1)[0]! }
  }
  const path = join(folder, 'node_modules', '.bin', command)
  return existsSync(path) ? { kind: 'installed', command: path } : { kind: 'missing', reason: 'it brought no command' }
}
