import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

export interface InstallOptions {
  /** As npm takes them: names with a version, or files. */
  readonly packages: readonly string[]
  /** More of npm's options, such as `--ignore-scripts`. */
  readonly options?: readonly string[]
  readonly timeoutMs?: number
}

const QUIET = ['--no-audit', '--no-fund', '--no-package-lock', '--loglevel=error', '--fetch-retries=1']
const INSTALL_TIMEOUT_MS = 240_000

/** Installs packages into `folder`; nothing outside of it is touched. The result is why it failed, when it did. */
export async function installPackages(
  folder: string,
  { packages, options = [], timeoutMs = INSTALL_TIMEOUT_MS }: InstallOptions,
): Promise<string | undefined> {
  try {
    await promisify(execFile)('npm', ['install', '--prefix', folder, ...QUIET, ...options, ...packages], {
      timeout: timeoutMs,
    })
    return undefined
  } catch (error) {
    return failureOf(error)
  }
}

/** Why a program failed, in one line: npm's own code for it, where it was npm that says one. */
export function failureOf(error: unknown): string {
  const { message, stderr = '' } = error as Error & { stderr?: string }
  const code = /^npm error code (\S+)/m.exec(stderr)?.[1]
  return code === undefined ? message.split('\n', 1)[0]! : `npm says ${code}`
}
