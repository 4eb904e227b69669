import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { failureOf, installPackages } from '../install-packages.ts'

const PACKAGE = '@anthropic-ai/claude-code'
const INSTALL_TIMEOUT_MS = 180_000

/** A separate installation of Claude Code, or the reason why it failed. */
export type Installation =
  | { readonly kind: 'installed'; readonly command: string; readonly version: string }
  | { readonly kind: 'missing'; readonly reason: string }

/** Installs the newest Claude Code, or `version`, into `folder`. Nothing outside of it is touched. */
export async function installClaudeCode(folder: string, version = 'latest'): Promise<Installation> {
  const problem = await installPackages(folder, { packages: [`${PACKAGE}@${version}`], timeoutMs: INSTALL_TIMEOUT_MS })
  if (problem !== undefined) return { kind: 'missing', reason: problem }
  const command = join(folder, 'node_modules', '.bin', 'claude')
  if (!existsSync(command)) return { kind: 'missing', reason: 'the package installs no command' }
  try {
    const { stdout } = await promisify(execFile)(command, ['--version'], {
      timeout: 60_000,
      env: { PATH: process.env.PATH, HOME: folder },
    })
    return { kind: 'installed', command, version: stdout.trim() }
  } catch (error) {
    return { kind: 'missing', reason: failureOf(error) }
  }
}
