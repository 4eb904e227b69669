import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

const PACKAGE = '@anthropic-ai/claude-code'
const INSTALL_TIMEOUT_MS = 180_000
const run = promisify(execFile)

/** A copy of Claude Code of its own, or why there is none. */
export type Installation =
  | { readonly kind: 'installed'; readonly command: string; readonly version: string }
  | { readonly kind: 'missing'; readonly reason: string }

/** Installs the newest Claude Code, or `version`, into `folder`. Nothing outside of it is touched. */
export async function installClaudeCode(folder: string, version = 'latest'): Promise<Installation> {
  try {
    const options = ['--no-audit', '--no-fund', '--no-package-lock', '--loglevel=error', '--fetch-retries=1']
    await run('npm', ['install', '--prefix', folder, ...options, `${PACKAGE}@${version}`], {
      timeout: INSTALL_TIMEOUT_MS,
    })
    const command = join(folder, 'node_modules', '.bin', 'claude')
    if (!existsSync(command)) return { kind: 'missing', reason: 'the package brought no command' }
    const { stdout } = await run(command, ['--version'], {
      timeout: 60_000,
      env: { PATH: process.env.PATH, HOME: folder },
    })
    return { kind: 'installed', command, version: stdout.trim() }
  } catch (error) {
    const { message, stderr = '' } = error as Error & { stderr?: string }
    const code = /^npm error code (\S+)/m.exec(stderr)?.[1]
    return { kind: 'missing', reason: code === undefined ? message.split('\n', 1)[0]! : `npm says ${code}` }
  }
}
