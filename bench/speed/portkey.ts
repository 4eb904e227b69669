import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const PACKAGE = '@portkey-ai/gateway'
const VERSION = '1.15.2'
/**
 * The Node version of Portkey's image, node:20-alpine. Portkey is also measured on this project's Node, where it is
 * nearly twice as fast.
 */
export const PORTKEY_NODE = '20.20.2'

/** The npm package of the compared gateway. */
export const PORTKEY_NAME = `${PACKAGE} ${VERSION}`

/** The script that starts the gateway, and the programs that run it: the Node of its image and ours. */
export interface InstalledPortkey {
  readonly script: string
  readonly ownNode: string
  readonly ourNode: string
}

/** The gateway, installed once into a folder outside the repository, or the reason why that failed. */
export function installPortkey(): InstalledPortkey | { readonly missing: string } {
  const folder = join(tmpdir(), `pleat-bench-portkey-${VERSION}`)
  const script = join(folder, 'node_modules', PACKAGE, 'build', 'start-server.js')
  const ownNode = join(folder, 'node_modules', nodePackage(), 'bin', 'node')
  const installed = { script, ownNode, ourNode: process.execPath }
  if (existsSync(script) && existsSync(ownNode)) return installed
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{"private":true}\n')
  const wanted = [`${PACKAGE}@${VERSION}`, `${nodePackage()}@${PORTKEY_NODE}`]
  // `--ignore-scripts` is safe: Portkey's postinstall script changes nothing in the published package.
  const install = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--no-save', ...wanted]
  const result = spawnSync('npm', install, { cwd: folder, encoding: 'utf8', timeout: 240_000 })
  if (result.status === 0 && existsSync(script) && existsSync(ownNode)) return installed
  return { missing: `npm could not install it (${result.error?.message ?? `exit code ${result.status}`})` }
}

/** The npm package that contains the Node program for this system, so that no install script has to download it. */
function nodePackage(): string {
  return `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`
}
