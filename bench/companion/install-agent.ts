import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { installPackages } from '../install-packages.ts'

/** An installed agent, or the reason why it could not be installed. */
export type AgentInstallation =
  | { readonly kind: 'installed'; readonly command: string }
  | { readonly kind: 'missing'; readonly reason: string }

/** The package to install. */
export interface AgentPackage {
  readonly package: string
  readonly command: string
  /** True if it needs its install scripts, which can take minutes. */
  readonly needsScripts: boolean
}

/** Installs a package into `folder`; nothing outside of it is touched. */
export async function installAgent(folder: string, wanted: AgentPackage): Promise<AgentInstallation> {
  const { package: name, command, needsScripts } = wanted
  const options = needsScripts ? [] : ['--ignore-scripts']
  const problem = await installPackages(folder, { packages: [name], options })
  if (problem !== undefined) return { kind: 'missing', reason: problem }
  const path = join(folder, 'node_modules', '.bin', command)
  return existsSync(path) ? { kind: 'installed', command: path } : { kind: 'missing', reason: 'it installs no command' }
}
