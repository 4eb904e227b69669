import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

export interface InstallOptions {
  /** Package specifiers of npm: names, with or without a version, or files. */
  readonly packages: readonly string[]
  /** Additional npm options, such as `--ignore-scripts`. */
  readonly options?: readonly string[]
  readonly timeoutMs?: number
}

const QUIET = ['--no-audit', '--no-fund', '--no-package-lock', '--loglevel=error', '--fetch-retries=1']
const INSTALL_TIMEOUT_MS = 240_000

/** Installs packages into `folder` and changes nothing outside. Returns the reason of a failure. */
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

/** The reason of a program's failure in one line, with npm's error code if there is one. */
export function failureOf(error: unknown): string {
  const { message, stderr = '' } = error as Error & { stderr?: string }
  const code = /^npm error code (\S+)/m.exec(stderr)?.[1]
  return code === undefined ? message.split('\n', 1)[0]! : `npm says ${code}`
}
