import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const PACKAGE = '@portkey-ai/gateway'
const VERSION = '1.15.2'

/** The gateway that is compared with, as it comes from npm. */
export const PORTKEY_NAME = `${PACKAGE} ${VERSION}`

/**
 * The script that starts the gateway, installed once into a folder outside the repository; or why there is none.
 */
export function installPortkey(): { readonly script: string } | { readonly missing: string } {
  const folder = join(tmpdir(), `pleat-bench-portkey-${VERSION}`)
  const script = join(folder, 'node_modules', PACKAGE, 'build', 'start-server.js')
  if (existsSync(script)) return { script }
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{"private":true}\n')
  // Its postinstall patches nothing in what is published, and whatever is installed here runs nothing before it is asked.
  const install = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--no-save', `${PACKAGE}@${VERSION}`]
  const result = spawnSync('npm', install, { cwd: folder, encoding: 'utf8', timeout: 120_000 })
  if (result.status === 0 && existsSync(script)) return { script }
  return { missing: `npm could not install it (${result.error?.message ?? `exit code ${result.status}`})` }
}
